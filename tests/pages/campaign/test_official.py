"""The Leaderboard names the scores that a task publishes."""

from oq_core.reading import templates
from tests.pages.conftest import unlinked


def test_official_scores_stand_beside_the_measures(start):
    page = start("data")
    names = ("lewidi_gold.json", "lewidi_run.tsv")
    gold = next(each for each in page.file_uploader if "Gold" in each.label)
    gold.set_value([(name, templates()[name].encode(), "text/plain") for name in names]).run()
    page.switch_page("campaign/leaderboard.py").run()
    assert not page.exception
    said = " ".join(each.value for each in page.caption)
    # The template's two instances by hand.
    gold_shares = ((0.25, 0.5, 0, 0, 0.25), (0, 0, 0.25, 0.75, 0))
    run_shares = ((0.2, 0.4, 0.1, 0.1, 0.2), (0, 0, 0.25, 0.75, 0))
    distances = [
        sum(abs(p - q) for p, q in zip(*pair, strict=True))
        for pair in zip(gold_shares, run_shares, strict=True)
    ]
    manhattan = sum(distances) / 2
    assert f"official average Manhattan distance is NVD × 2: {manhattan:.4f} on average" in said
    assert "official average Wasserstein distance is NMD × 4" in said
    assert any("as LeWiDi 2025 publishes them" in each.proto.alt for each in page.dataframe)
    page.switch_page("campaign/rankings.py").run()
    said = unlinked(" ".join(each.value for each in page.caption))
    assert "LeWiDi 2025's average Manhattan distance is NVD × 2" in said
