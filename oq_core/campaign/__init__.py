"""A campaign's whole analysis: every statistic of every data set, its tables and its report."""

from oq_core.campaign.computing.analysis import Analysis, DataSetAnalysis, Options, analyse
from oq_core.campaign.computing.sources import (
    Campaign,
    Choices,
    FileFacts,
    Part,
    campaign_of,
    read_campaign,
)
from oq_core.campaign.printing.chart import Chart, Line
from oq_core.campaign.printing.latex import latex
from oq_core.campaign.printing.report import (
    Report,
    html_report,
    pdf_report,
    write_report,
    zip_report,
)
from oq_core.campaign.printing.table import Column, Table
from oq_core.campaign.saving.provenance import read_options

__all__ = [
    "Analysis",
    "Campaign",
    "Chart",
    "Choices",
    "Column",
    "DataSetAnalysis",
    "FileFacts",
    "Line",
    "Options",
    "Part",
    "Report",
    "Table",
    "analyse",
    "campaign_of",
    "html_report",
    "latex",
    "pdf_report",
    "read_campaign",
    "read_options",
    "write_report",
    "zip_report",
]
