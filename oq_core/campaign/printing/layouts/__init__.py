"""The papers' tables and figures, and those of how sure they are, each made by one function.

Whatever is public in these modules is here: a new table needs no further line.
"""

from oq_core.campaign.printing.layouts.baselines import *
from oq_core.campaign.printing.layouts.campaign_charts import *
from oq_core.campaign.printing.layouts.certainty import *
from oq_core.campaign.printing.layouts.charts import *
from oq_core.campaign.printing.layouts.data import *
from oq_core.campaign.printing.layouts.families import *
from oq_core.campaign.printing.layouts.judges import *
from oq_core.campaign.printing.layouts.lessons import *
from oq_core.campaign.printing.layouts.means import *
from oq_core.campaign.printing.layouts.rankings import *
from oq_core.campaign.printing.layouts.raters import *
from oq_core.campaign.printing.layouts.significance import *
