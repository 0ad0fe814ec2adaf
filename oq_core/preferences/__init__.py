"""Which measure judges like a person, by the person's own choices between estimates."""

from oq_core.preferences.candidates import (
    CANDIDATES,
    PRIOR_OF_NONE,
    Candidate,
    prior_of_candidates,
)
from oq_core.preferences.model import (
    ANSWERS,
    PreferenceModel,
    Prior,
    davidson,
    make_prior,
)
from oq_core.preferences.pool import KINDS, Pool, make_pool, pool_of
from oq_core.preferences.questions import (
    Question,
    agreement,
    agreements,
    consistency,
    misfit,
    next_question,
    shuffled_order,
)
from oq_core.preferences.room import RoomAgreement, RoomShares, room_agreement, room_shares, splits
from oq_core.preferences.series import Series, Verdict, usual_model, verdict
from oq_core.preferences.telling import Deciding, deciding, in_words, parted, phrase, weights

__all__ = [
    "ANSWERS",
    "CANDIDATES",
    "KINDS",
    "PRIOR_OF_NONE",
    "Candidate",
    "Deciding",
    "Pool",
    "PreferenceModel",
    "Prior",
    "Question",
    "RoomAgreement",
    "RoomShares",
    "Series",
    "Verdict",
    "agreement",
    "agreements",
    "consistency",
    "davidson",
    "deciding",
    "in_words",
    "make_pool",
    "make_prior",
    "misfit",
    "next_question",
    "parted",
    "phrase",
    "pool_of",
    "prior_of_candidates",
    "room_agreement",
    "room_shares",
    "shuffled_order",
    "splits",
    "usual_model",
    "verdict",
    "weights",
]
