"""Files made for the tests of reading."""

import io
import json
import zipfile

RATINGS = ("-2", "-1", "0", "1", "2")
UNIFORM = dict.fromkeys(RATINGS, 0.2)


class Upload(io.BytesIO):
    """A file object with a name, as an uploader gives them."""

    def __init__(self, name, content):
        super().__init__(content.encode() if isinstance(content, str) else content)
        self.name = name


def zipped(name, members, method=zipfile.ZIP_DEFLATED):
    """A ZIP archive of texts or bytes by path."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for path, content in members.items():
            archive.writestr(path, content)
    return Upload(name, stream.getvalue())


def ntcir_gold(*ids):
    """Gold with two annotators of each dialogue."""
    return json.dumps(
        [
            {"id": name, "annotations": [{"quality": {"A": 0, "S": 1, "E": rating}}
                                         for rating in (-2, 2)]}
            for name in ids
        ]
    )  # fmt: skip


def ntcir_run(*ids, scales="ASE", shares=UNIFORM):
    return json.dumps([{"id": name, "quality": dict.fromkeys(scales, shares)} for name in ids])


def dialogue(name, turns):
    """A DBDC dialogue from {turn-index: "OTX"}, the annotations of each turn."""
    return json.dumps(
        {
            "dialogue-id": name,
            "turns": [
                {
                    "turn-index": index,
                    "speaker": "S",
                    "annotations": [{"breakdown": label} for label in annotations],
                }
                for index, annotations in turns.items()
            ],
        }
    )


def dialogue_labels(name, turns):
    """A run's labels of a dialogue from {turn-index: (prob-O, prob-T, prob-X)}."""
    return json.dumps(
        {
            "dialogue-id": name,
            "turns": [
                {
                    "turn-index": index,
                    "labels": [
                        {"breakdown": "O"}
                        | {f"prob-{label}": p for label, p in zip("OTX", shares, strict=True)}
                    ],
                }
                for index, shares in turns.items()
            ],
        }
    )


def spoiled(text, old, new):
    assert old in text
    return text.replace(old, new, 1)
