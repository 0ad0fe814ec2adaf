"""A campaign's whole analysis: every statistic of every data set, its tables and its report."""

from oq_core.campaign.computing.analysis import Analysis as Analysis
from oq_core.campaign.computing.analysis import DataSetAnalysis as DataSetAnalysis
from oq_core.campaign.computing.analysis import Options as Options
from oq_core.campaign.computing.analysis import analyse as analyse
from oq_core.campaign.computing.sources import Campaign as Campaign
from oq_core.campaign.computing.sources import Choices as Choices
from oq_core.campaign.computing.sources import FileFacts as FileFacts
from oq_core.campaign.computing.sources import Part as Part
from oq_core.campaign.computing.sources import campaign_of as campaign_of
from oq_core.campaign.computing.sources import read_campaign as read_campaign
from oq_core.campaign.printing.chart import Chart as Chart
from oq_core.campaign.printing.chart import ChartLine as ChartLine
from oq_core.campaign.printing.latex import latex as latex
from oq_core.campaign.printing.table import Column as Column
from oq_core.campaign.printing.table import Table as Table
from oq_core.campaign.publishing.report import Report as Report
from oq_core.campaign.publishing.report import html_report as html_report
from oq_core.campaign.publishing.report import write_report as write_report
from oq_core.campaign.publishing.report import zip_report as zip_report
from oq_core.campaign.saving.provenance import read_options as read_options
