"""Every limit that visitors meet: whom it counts, and the test in which somebody goes beyond it.

The documentation lists them (`.github/docs/how_to/host.md`), each with its value and the words that
stand beside it in the code: in `Limits` or in the comment above a constant. A new limit is a new
line here; `tests/documentation/test_limits.py` tells where one is missing.
"""

from typing import NamedTuple


class Counted(NamedTuple):
    """Whom a limit counts, and the test that tries to pass it: a file in `tests/`, and its name."""

    whom: str
    test: str


#: A setting by the variable that sets it, a constant by its module and name.
COUNTED = {
    "OQ_MEMORY_MB": Counted("the server", "pages/host/test_workspaces.py::test_of_all_visitors_data_the_least_used_are_closed_and_their_owner_is_told"),
    "OQ_VISITOR_MB": Counted("a visitor", "pages/host/test_workspaces.py::test_a_visitor_is_refused_what_is_too_much_and_keeps_the_rest"),
    "OQ_RESULTS_MB": Counted("the server", "pages/host/test_work.py::test_results_beyond_the_limit_of_all_tabs_are_computed_again"),
    "OQ_WAITING_MB": Counted("the server", "pages/host/test_middleware.py::test_who_fills_what_all_share_makes_room_for_others"),
    "OQ_VISITOR_WAITING_MB": Counted("a tab", "pages/host/test_middleware.py::test_a_visitor_may_have_so_much_waiting"),
    "OQ_WORKERS": Counted("the server", "pages/host/test_workers.py::test_there_is_a_line_with_places_and_stopping_ends_the_process"),
    "OQ_WORKER_MB": Counted("a job", "pages/host/test_workers.py::test_work_beyond_a_worker_s_memory_fails_alone"),
    "OQ_WORK_S": Counted("a job", "pages/host/test_workers.py::test_work_that_takes_too_long_is_ended_with_its_process"),
    "OQ_READING_S": Counted("a job", "pages/host/test_workers.py::test_reading_that_takes_too_long_is_ended"),
    "OQ_VISITORS": Counted("the server", "pages/host/test_middleware.py::test_a_full_server_takes_no_connections_but_of_pages_that_were_on_their_way"),
    "OQ_UPLOAD_MB_AN_HOUR": Counted("a tab", "pages/host/test_middleware.py::test_a_visitor_may_send_so_much_an_hour"),
    "oq_core.reading.archives.MAX_DEPTH": Counted("a file", "reading/test_archives.py::test_what_is_refused"),
    "oq_core.reading.budget.MAX_BYTES": Counted("a file", "reading/test_archives.py::test_a_large_member_is_not_unpacked"),
    "oq_core.reading.budget.MAX_TEXT": Counted("a file", "reading/test_limits.py::test_every_file_is_read_or_refused_within_time_and_memory"),
    "oq_core.reading.budget.MAX_MEMBERS": Counted("all files of one step", "reading/test_archives.py::test_files_of_all_archives_are_counted_together"),
    "oq_core.reading.budget.MAX_UNPACKED": Counted("all files of one step", "reading/test_limits.py::test_what_is_unpacked_is_counted_over_all_files"),
    "oq_core.reading.budget.MAX_VALUES": Counted("a file", "reading/test_archives.py::test_a_file_of_too_many_values_is_not_parsed"),
    "oq_core.reading.budget.MAX_JSON_VALUES": Counted("a file", "reading/test_archives.py::test_a_file_of_too_many_values_is_not_parsed"),
    "oq_core.reading.budget.MAX_TOTAL_VALUES": Counted("all files of one step", "reading/test_limits.py::test_values_are_counted_over_all_files"),
    "oq_core.reading.budget.MAX_CELLS": Counted("all files of one step", "reading/test_limits.py::test_runs_that_need_more_numbers_than_there_may_be_are_refused"),
    "oq_core.reading.budget.MAX_INSTANCES": Counted("a file", "reading/test_confusion.py::test_what_is_wrong_is_named"),
    "oq_core.reading.budget.MAX_CLASSES": Counted("a file", "reading/test_confusion.py::test_too_many_classes_are_refused"),
    "oq_core.reading.budget.MAX_SCALES": Counted("a file", "reading/test_limits.py::test_scales_are_limited"),
    "oq_core.reading.budget.MAX_RUNS": Counted("a data set", "reading/test_limits.py::test_runs_of_every_format_are_limited"),
    "oq_core.reading.budget.MAX_FAULTS": Counted("a file", "reading/test_limits.py::test_faults_are_limited_in_a_file_and_in_all"),
    "oq_core.reading.budget.MAX_ALL_FAULTS": Counted("all files of one step", "reading/test_limits.py::test_faults_are_limited_in_a_file_and_in_all"),
    "oq_core.reading.kinds.confusion._MOST_ROWS": Counted("a file", "reading/test_confusion.py::test_too_many_rows_are_refused"),
    "oq_core.reading.rows.MAX_NAME": Counted("a name", "reading/test_faults.py::test_names_that_cannot_be_shown_are_refused"),
    "oq_core.campaign.saving.workspace.MAX_DATA_SETS": Counted("a file", "campaign/saving/test_workspace.py::test_more_data_sets_than_can_be_opened_again_are_not_saved"),
    "pages.campaign.data_parts.opening.MOST_OPENED": Counted("a visitor", "pages/campaign/test_uploads.py::test_data_sets_beyond_the_most_are_refused"),
    "pages.campaign.data_parts.opening.MOST_KEPT": Counted("a data set", "pages/campaign/test_taken_for.py::test_files_stay_with_their_data_where_they_are_small_and_are_counted"),
    "pages.host.workspaces.KEPT": Counted("a visitor", "pages/host/test_workspaces.py::test_after_its_time_a_workspace_is_closed_and_its_owner_is_told"),
    "pages.host.workspaces._MOST": Counted("the server", "pages/host/test_workspaces.py::test_so_many_browsers_are_known_and_the_longest_away_is_forgotten"),
    "pages.host.workers._READERS": Counted("the server", "pages/host/test_workers.py::test_files_are_behind_no_computation_and_not_behind_one_large_file"),
    "pages.host.workers._SILENT": Counted("a job", "pages/host/test_workers.py::test_a_worker_that_is_held_up_is_replaced_and_its_visitor_told"),
    "pages.host.work._KEPT": Counted("a tab", "pages/host/test_work.py::test_the_results_that_were_used_last_are_kept"),
    "pages.host.middleware._ON_THEIR_WAY": Counted("the server", "pages/host/test_middleware.py::test_in_a_full_server_the_longest_idle_make_room"),
    "pages.host.middleware._IDLE": Counted("a connection", "pages/host/test_middleware.py::test_in_a_full_server_the_longest_idle_make_room"),
    "pages.host.middleware._NEVER_ASKED": Counted("a connection", "pages/host/test_middleware.py::test_in_a_full_server_the_longest_idle_make_room"),
    "pages.host.middleware._MOST_WAITING": Counted("a tab", "pages/host/test_middleware.py::test_so_many_files_of_one_tab_wait_to_be_opened"),
    "pages.host.uploads._MOST_AT_ONCE": Counted("a tab", "pages/host/test_housekeeping.py::test_a_browser_gets_places_for_so_many_files_at_once"),
    "pages.host.housekeeping._UPLOAD_WAITS": Counted("a file", "pages/host/test_housekeeping.py::test_an_upload_that_waits_too_long_is_let_go"),
    "pages.host.in_time.PATIENCE": Counted("a request", "pages/host/test_in_time.py::test_requests_that_do_not_come_to_their_end_are_ended"),
}  # fmt: skip
