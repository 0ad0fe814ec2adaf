"""Rankings: whether measures rank the runs alike, and would on other instances."""

from oq_core import Options, options
from pages import menu
from pages.analysing import views, words
from pages.analysing.data import choose_data_sets
from pages.analysing.options import choose_measures, choose_one
from pages.analysing.settings import choose, chosen, settings
from pages.campaign.rankings_parts import consistency, similarity


def main() -> None:
    """The page."""
    words.title(menu.RANKINGS.headline)
    with settings() as line:
        data_sets = choose_data_sets(line, instances=2)
        keys = choose_measures(line, data_sets)
        data = choose_one(data_sets)
        with line.options:
            variant, kind = choose(options.TAU), choose(options.TAU_INTERVAL)
            size = consistency.choose_size(data_sets)
            with_test = choose(views.CONSISTENCY_TEST)
            given = chosen(options.SPLITS, options.ALPHA, options.TRIALS, options.SEED)
            how = Options(**given, split_size=size)
        if len(keys) == 1:
            line.below.info("Choose at least two measures to compare their rankings.")
    if len(keys) > 1:
        similarity.draw(data_sets, data, keys, variant, kind, how.seed)
    line.tell()
    if keys:
        consistency.draw(data_sets, data, keys, how, with_test=with_test)


main()
