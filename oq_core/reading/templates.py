"""Small files of each format, to start from."""

import json

_WIDE = "id,low,middle,high\n"


def templates() -> dict[str, str]:
    """Text of a small valid file of each format, by a file name that says what it is.

    All can be opened: each format's gold, and a run for that gold.

    Returns
    -------
    dict of str to str

    Examples
    --------
    >>> from oq_core.reading import templates
    >>> print(templates()["wide_gold.csv"])
    id,low,middle,high
    item1,2,5,3
    item2,0,4,6
    <BLANKLINE>
    """
    return {
        "ntcir_quality_gold.json": _json(
            [
                {
                    "id": name,
                    "turns": [
                        {"sender": "customer", "utterances": ["How do I …?"]},
                        {"sender": "helpdesk", "utterances": ["You can …"]},
                    ],
                    "annotations": [
                        {
                            "quality": dict(zip("ASE", ratings, strict=True)),
                            "nugget": ["CNUG0", "HNUG"],
                        }
                        for ratings in annotators
                    ],
                }
                for name, annotators in (
                    ("dialogue1", [(1, 0, 2), (0, 0, 1), (2, 1, 1)]),
                    ("dialogue2", [(-2, -1, 0), (-1, -2, 0), (-1, 0, 1)]),
                )
            ]
        ),
        "ntcir_quality_run.json": _json(
            [
                {
                    "id": name,
                    "quality": {scale: _ratings(shares) for scale in "ASE"},
                    "nugget": [
                        {"CNUG0": 0.7, "CNUG": 0.2, "CNUG*": 0.0, "CNaN": 0.1},
                        {"HNUG": 0.6, "HNUG*": 0.3, "HNaN": 0.1},
                    ],
                }
                for name, shares in (
                    ("dialogue1", (0.0, 0.1, 0.3, 0.4, 0.2)),
                    ("dialogue2", (0.3, 0.4, 0.2, 0.1, 0.0)),
                )
            ]
        ),
        "semeval_E_gold.tsv": "topic one\t.1\t.2\t.4\t.2\t.1\ntopic two\t0\t.05\t.25\t.5\t.2\n",
        "semeval_E_run.tsv": (
            "topic one\t.12\t.18\t.4\t.22\t.08\ntopic two\t.02\t.08\t.31\t.45\t.14\n"
        ),
        "semeval_C_gold.tsv": "101\ttopic one\t-1\n102\ttopic one\t0\n103\ttopic two\t2\n",
        "semeval_C_run.tsv": "101\ttopic one\t0\n102\ttopic one\t0\n103\ttopic two\t1\n",
        "DIALOGUE1.json": _json(
            {
                "dialogue-id": "DIALOGUE1",
                "turns": [
                    {"turn-index": 0, "speaker": "U", "utterance": "Hello", "annotations": []},
                    {
                        "turn-index": 1,
                        "speaker": "S",
                        "utterance": "I like trains.",
                        "annotations": [{"breakdown": label} for label in "OTTX"],
                    },
                ],
            }
        ),
        "DIALOGUE1.labels.json": _json(
            {
                "dialogue-id": "DIALOGUE1",
                "turns": [
                    {
                        "turn-index": 1,
                        "labels": [{"breakdown": "T", "prob-O": 0.2, "prob-T": 0.5, "prob-X": 0.3}],
                    }
                ],
            }
        ),
        "wide_gold.csv": _WIDE + "item1,2,5,3\nitem2,0,4,6\n",
        "wide_run.csv": _WIDE + "item1,0.25,0.5,0.25\nitem2,0.1,0.3,0.6\n",
        "long_gold.csv": (
            "id,class,value\nitem1,low,2\nitem1,middle,5\nitem1,high,3\nitem2,middle,4\n"
            "item2,high,6\n"
        ),
        "long_run.csv": (
            "id,class,value\nitem1,low,0.3\nitem1,middle,0.7\nitem2,low,0.1\nitem2,high,0.9\n"
        ),
        "labels_gold.csv": "id,topic,gold\n1,tea,-1\n2,tea,2\n3,coffee,0\n",
        "labels_run.csv": "id,topic,label\n1,tea,0\n2,tea,2\n3,coffee,0\n",
        "confusion.csv": (
            "run,topic,system,gold,count\n"
            "X,tea,bad,bad,3\nX,tea,fair,bad,1\nX,tea,fair,fair,4\nX,tea,good,good,2\n"
            "Y,tea,bad,bad,4\nY,tea,good,fair,4\nY,tea,good,good,2\n"
        ),
        "NMD.csv": "dialogue_id,RUN1,RUN2\nitem1,0.105,0.213\nitem2,0.318,0.024\n",
        "NMD.dialoguebyrun": "0.105 0.213\n0.318 0.024\n",
        "run_names.txt": "RUN1\nRUN2\n",
    }


def _json(content: object) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _ratings(shares: tuple[float, ...]) -> dict[str, float]:
    return dict(zip(("-2", "-1", "0", "1", "2"), shares, strict=True))
