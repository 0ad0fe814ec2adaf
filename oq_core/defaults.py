"""What the analyses assume unless told otherwise: one place for library, report and pages."""

#: Significance level.
ALPHA = 0.05
#: B of randomisation tests: permutations.
TRIALS = 5000
#: B of ranking consistency: random splits of the instances.
SPLITS = 1000
#: Instances in each part of a second series of splits, as ACL21 and RNOD22 have it.
SMALL_SPLIT = 10
#: Bootstrap samples.
SAMPLES = 1000
#: The weight of the customer's turns in the task (DE2).
TASK_WEIGHT = 0.5
#: The most permutations, splits or samples that are drawn.
MOST_DRAWS = 10_000_000
#: Level of confidence intervals.
CONFIDENCE = 0.95
#: The same in words, for headings.
LEVEL = f"{100 * CONFIDENCE:g} %"
#: Bootstrap samples of what is tested anew in each, which takes long.
RESAMPLES = 200
