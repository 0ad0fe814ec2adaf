"""What an overview cites, as BibTeX."""

from collections.abc import Iterable

from oq_core.version import VERSION

#: The papers by the names that measures have for them, and works on method.
_WORKS = {
    "SIGIR18": """@inproceedings{SIGIR18,
  author = {Sakai, Tetsuya},
  title = {Comparing Two Binned Probability Distributions for Information Access Evaluation},
  booktitle = {Proceedings of ACM SIGIR 2018},
  year = {2018}
}""",
    "ACL21": """@inproceedings{ACL21,
  author = {Sakai, Tetsuya},
  title = {Evaluating Evaluation Measures for Ordinal Classification and Ordinal Quantification},
  booktitle = {Proceedings of ACL-IJCNLP 2021},
  year = {2021}
}""",
    "LQ21": """@inproceedings{LQ21,
  author = {Sakai, Tetsuya},
  title = {A Closer Look at Evaluation Measures for Ordinal Quantification},
  booktitle = {Proceedings of LQ 2021},
  year = {2021}
}""",
    "RNOD22": """@misc{RNOD22,
  author = {Sakai, Tetsuya},
  title = {On Variants of Root Normalised Order-aware Divergence and a Divergence based on
    {Kendall's} Tau},
  howpublished = {arXiv:2204.07304},
  year = {2022}
}""",
    "DE2": """@inproceedings{DE2,
  author = {Tao, Sijie and Sakai, Tetsuya},
  title = {Overview of the {NTCIR-16} {DialEval-2} Task},
  booktitle = {Proceedings of NTCIR-16},
  year = {2022}
}""",
    "Epstein": """@article{Epstein,
  author = {Epstein, Edward S.},
  title = {A Scoring System for Probability Forecasts of Ranked Categories},
  journal = {Journal of Applied Meteorology},
  volume = {8},
  year = {1969}
}""",
    "Lin91": """@article{Lin91,
  author = {Lin, Jianhua},
  title = {Divergence Measures Based on the {Shannon} Entropy},
  journal = {IEEE Transactions on Information Theory},
  volume = {37},
  number = {1},
  pages = {145--151},
  year = {1991}
}""",
    "Baccianella09": """@inproceedings{Baccianella09,
  author = {Baccianella, Stefano and Esuli, Andrea and Sebastiani, Fabrizio},
  title = {Evaluation Measures for Ordinal Regression},
  booktitle = {Proceedings of ISDA 2009},
  pages = {283--287},
  year = {2009}
}""",
    "Amigo20": """@inproceedings{Amigo20,
  author = {Amig{\\'o}, Enrique and Gonzalo, Julio and Mizzaro, Stefano and
    Carrillo-de-Albornoz, Jorge},
  title = {An Effectiveness Metric for Ordinal Classification: Formal Properties and Experimental
    Results},
  booktitle = {Proceedings of ACL 2020},
  year = {2020}
}""",
    "Cohen68": """@article{Cohen68,
  author = {Cohen, Jacob},
  title = {Weighted Kappa: Nominal Scale Agreement Provision for Scaled Disagreement or Partial
    Credit},
  journal = {Psychological Bulletin},
  volume = {70},
  number = {4},
  pages = {213--220},
  year = {1968}
}""",
    "Opitz19": """@misc{Opitz19,
  author = {Opitz, Juri and Burst, Sebastian},
  title = {Macro {F1} and Macro {F1}},
  howpublished = {arXiv:1911.03347},
  year = {2019}
}""",
    "Carterette12": """@article{Carterette12,
  author = {Carterette, Benjamin A.},
  title = {Multiple Testing in Statistical Analysis of Systems-Based Information Retrieval
    Experiments},
  journal = {ACM Transactions on Information Systems},
  volume = {30},
  number = {1},
  year = {2012}
}""",
    "Fisher35": """@book{Fisher35,
  author = {Fisher, Ronald A.},
  title = {The Design of Experiments},
  publisher = {Oliver and Boyd},
  year = {1935}
}""",
    "RomanoWolf05": """@article{RomanoWolf05,
  author = {Romano, Joseph P. and Wolf, Michael},
  title = {Exact and Approximate Stepdown Methods for Multiple Hypothesis Testing},
  journal = {Journal of the American Statistical Association},
  volume = {100},
  number = {469},
  year = {2005}
}""",
    "Efron93": """@book{Efron93,
  author = {Efron, Bradley and Tibshirani, Robert J.},
  title = {An Introduction to the Bootstrap},
  publisher = {Chapman and Hall},
  year = {1993}
}""",
    "Sakai18": """@book{Sakai18,
  author = {Sakai, Tetsuya},
  title = {Laboratory Experiments in Information Retrieval: Sample Sizes, Effect Sizes, and
    Statistical Power},
  publisher = {Springer},
  year = {2018}
}""",
    "Fieller57": """@article{Fieller57,
  author = {Fieller, E. C. and Hartley, H. O. and Pearson, E. S.},
  title = {Tests for Rank Correlation Coefficients. {I}},
  journal = {Biometrika},
  volume = {44},
  year = {1957}
}""",
    "Kendall62": """@book{Kendall62,
  author = {Kendall, Maurice G.},
  title = {Rank Correlation Methods},
  publisher = {Griffin},
  year = {1962}
}""",
    "Piepho04": """@article{Piepho04,
  author = {Piepho, Hans-Peter},
  title = {An Algorithm for a Letter-Based Representation of All-Pairwise Comparisons},
  journal = {Journal of Computational and Graphical Statistics},
  volume = {13},
  number = {2},
  year = {2004}
}""",
    "Krippendorff18": """@book{Krippendorff18,
  author = {Krippendorff, Klaus},
  title = {Content Analysis: An Introduction to Its Methodology},
  publisher = {SAGE},
  year = {2018}
}""",
    "explorer": f"""@misc{{explorer,
  author = {{{{The ordinal quantification explorer's maintainers}}}},
  title = {{Ordinal Quantification Explorer}},
  howpublished = {{Software, version {VERSION}}},
  year = {{2026}}
}}""",
}


#: Works that proposed or examined a measure before the paper whose formula is used.
_BEFORE = {
    "JSD": "Lin91",
    "MAE_M": "Baccianella09",
    "MAE_mu": "Baccianella09",
    "CEM_ORD": "Amigo20",
    "kappa": "Cohen68",
    "alpha_ORD": "Krippendorff18",
    "alpha_INT": "Krippendorff18",
    "F1_M": "Opitz19",
    "HMPR": "Opitz19",
}


def works_on(measure: str, source: str) -> tuple[str, ...]:
    """Return the works on a measure: earlier ones, and the paper that its source names.

    Examples
    --------
    >>> from oq_core.campaign.printing.paper.cited import works_on
    >>> works_on("RNOD", "LQ21 eqs. 4, 6"), works_on("kappa", "ACL21 eq. 5"), works_on("own", "")
    (('LQ21',), ('Cohen68', 'ACL21'), ())
    """
    paper = source.split(" ", maxsplit=1)[0]
    return tuple(each for each in (_BEFORE.get(measure, ""), paper) if each in _WORKS)


def bibliography(keys: Iterable[str]) -> str:
    """Return the works of these keys as a BibTeX file.

    Examples
    --------
    >>> from oq_core.campaign.printing.paper.cited import bibliography
    >>> print(bibliography(["DE2"]).splitlines()[0])
    @inproceedings{DE2,
    """
    return "\n\n".join(_WORKS[key] for key in dict.fromkeys(keys)) + "\n"
