"""Gold, runs and score matrices of every format, read into collections and scores."""

from oq_core.reading.archives import with_plan as with_plan
from oq_core.reading.files import Source as Source
from oq_core.reading.format_record import Format as Format
from oq_core.reading.format_record import ReadGold as ReadGold
from oq_core.reading.format_record import ReadRun as ReadRun
from oq_core.reading.formats import FORMATS as FORMATS
from oq_core.reading.formats import template as template
from oq_core.reading.formats import templates as templates
from oq_core.reading.kinds.nuggets import read_nugget_gold as read_nugget_gold
from oq_core.reading.kinds.nuggets import read_nugget_run as read_nugget_run
from oq_core.reading.looking import look as look
from oq_core.reading.plan import Plan as Plan
from oq_core.reading.read import read_collections as read_collections
from oq_core.reading.read import read_gold as read_gold
from oq_core.reading.read import read_gold_and_nuggets as read_gold_and_nuggets
from oq_core.reading.read import read_judges as read_judges
from oq_core.reading.read import read_nuggets as read_nuggets
from oq_core.reading.read import read_run as read_run
from oq_core.reading.read import read_runs as read_runs
from oq_core.reading.read import read_scores as read_scores
from oq_core.reading.read import recognise as recognise
from oq_core.reading.runs import ReadRuns as ReadRuns
from oq_core.reading.together import ReadTogether as ReadTogether
from oq_core.reading.together import read_together as read_together
