"""A campaign's whole analysis: every statistic of every data set, its tables and its report."""

from oq_core.campaign.analysis import Analysis, DataSet, Options, analyse
from oq_core.campaign.report import html_report, write_report, zip_report

__all__ = [
    "Analysis",
    "DataSet",
    "Options",
    "analyse",
    "html_report",
    "write_report",
    "zip_report",
]
