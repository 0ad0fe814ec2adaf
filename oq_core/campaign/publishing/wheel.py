"""The library as a wheel, made of the files it runs from."""

import base64
import csv
import hashlib
import io
from pathlib import Path

import oq_core
from oq_core.campaign.saving.archive import packed
from oq_core.version import VERSION

#: What scoring imports, with the versions that codalab/codalab-legacy:py312 has.
LIBRARIES = ("numpy>=1.26", "scipy>=1.11", "pandas>=2.2")
_FOLDER = Path(oq_core.__file__).parent
#: A local version, as it is not what `pip install .` builds: the app is left out.
_NAME, _VERSION = "ordinal_quantification_explorer", f"{VERSION}+scorer"


def wheel() -> tuple[str, bytes]:
    """Return name and content of a wheel of this library without the app.

    Notes
    -----
    The layout is that of PyPA's specification *Binary distribution format*.

    Examples
    --------
    >>> from oq_core.campaign.publishing.wheel import wheel
    >>> name, content = wheel()
    >>> name.endswith("+scorer-py3-none-any.whl"), content[:2]
    (True, b'PK')
    """
    info = f"{_NAME}-{_VERSION}.dist-info"
    files = [
        (f"oq_core/{path.relative_to(_FOLDER).as_posix()}", path.read_bytes())
        for path in sorted(_FOLDER.rglob("*"))
        if path.is_file() and not {"app", "__pycache__"} & set(path.relative_to(_FOLDER).parts)
    ]
    needs = "".join(f"Requires-Dist: {each}\n" for each in LIBRARIES)
    facts = f"Metadata-Version: 2.1\nName: {_NAME}\nVersion: {_VERSION}\n{needs}"
    files.append((f"{info}/METADATA", facts.encode()))
    built = "Wheel-Version: 1.0\nGenerator: oq\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files.append((f"{info}/WHEEL", built.encode()))
    record = io.StringIO()
    writer = csv.writer(record, lineterminator="\n")
    writer.writerows((name, _digest(data), len(data)) for name, data in files)
    writer.writerow((f"{info}/RECORD", "", ""))
    files.append((f"{info}/RECORD", record.getvalue().encode()))
    return f"{_NAME}-{_VERSION}-py3-none-any.whl", packed(files)


def _digest(data: bytes) -> str:
    coded = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
    return f"sha256={coded.decode().rstrip('=')}"
