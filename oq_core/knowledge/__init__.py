"""What is known of the measures: examples, properties, reasons, workings, questions."""

from oq_core.knowledge.challenges import CHALLENGES as CHALLENGES
from oq_core.knowledge.challenges import Attempt as Attempt
from oq_core.knowledge.challenges import Challenge as Challenge
from oq_core.knowledge.challenges import make_challenge as make_challenge
from oq_core.knowledge.equalities import explain_equal_scores as explain_equal_scores
from oq_core.knowledge.properties import PROPERTIES as PROPERTIES
from oq_core.knowledge.properties import Evidence as Evidence
from oq_core.knowledge.properties import Property as Property
from oq_core.knowledge.quiz import Question as Question
from oq_core.knowledge.quiz import quiz_pairs as quiz_pairs
from oq_core.knowledge.reasons import explain_conflict as explain_conflict
from oq_core.knowledge.reasons import explain_preference as explain_preference
from oq_core.knowledge.working import Working as Working
from oq_core.knowledge.working import working as working
from oq_core.measures.classification_examples import BALANCED as BALANCED
from oq_core.measures.classification_examples import IMBALANCED as IMBALANCED
from oq_core.measures.classification_examples import OC_EXAMPLES as OC_EXAMPLES
from oq_core.measures.classification_examples import OC_PRESETS as OC_PRESETS
from oq_core.measures.classification_examples import ClassificationExample as ClassificationExample
from oq_core.measures.examples import EXAMPLES as EXAMPLES
from oq_core.measures.examples import Example as Example
