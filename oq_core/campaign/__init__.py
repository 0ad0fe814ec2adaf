"""A campaign's whole analysis: every statistic of every data set, its tables and its report."""

from oq_core.campaign.analysis import Analysis, DataSetAnalysis, Options, analyse
from oq_core.campaign.report import html_report, write_report, zip_report

__all__ = [
    "Analysis",
    "DataSetAnalysis",
    "Options",
    "analyse",
    "html_report",
    "write_report",
    "zip_report",
]
