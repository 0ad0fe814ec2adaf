"""Workbooks and Parquet files: the same as the CSV that a person would export."""

import gzip
import io
import sys
import zipfile
from xml.sax.saxutils import escape

import pytest

from oq_core import DataError
from oq_core.reading import read_gold
from tests.reading.made import Upload

TABLE = [["id", "low", "mid", "high"], ["a", 1, 2.0, 3], ["b", 4, 0, 1]]
CSV = "id,low,mid,high\na,1,2,3\nb,4,0,1\n"
RELS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
PACK = "http://schemas.openxmlformats.org/package/2006"


def cell(place, value):
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    return "" if value is None else f'<c r="{place}"><v>{value}</v></c>'


def sheet_of(rows, more=""):
    lines = [
        f'<row r="{n}">'
        + "".join(cell(f"{chr(65 + m)}{n}", v) for m, v in enumerate(row))
        + "</row>"
        for n, row in enumerate(rows, start=1)
    ]
    return f'<worksheet xmlns="{MAIN}"><sheetData>{"".join(lines)}{more}</sheetData></worksheet>'


def workbook(sheets, hidden=()):
    """A workbook of these sheets' XML, by name."""
    names = list(sheets)
    listed = "".join(
        f'<sheet name="{name}" sheetId="{n}" r:id="rId{n}"'
        + (' state="hidden"' if name in hidden else "")
        + "/>"
        for n, name in enumerate(names, start=1)
    )
    related = "".join(
        f'<Relationship Id="rId{n}" Type="{RELS}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(names) + 1)
    )
    overrides = "".join(
        f'<Override PartName="/xl/{name}.xml" ContentType="{TYPE}.{kind}+xml"/>'
        for name, kind in [
            ("workbook", "sheet.main"),
            *((f"worksheets/sheet{n}", "worksheet") for n in range(1, len(names) + 1)),
        ]
    )
    whole = f'<workbook xmlns="{MAIN}" xmlns:r="{RELS}"><sheets>{listed}</sheets></workbook>'
    first = f'<Relationship Id="rId1" Type="{RELS}/officeDocument" Target="xl/workbook.xml"/>'
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACK}/content-types">{overrides}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACK}/relationships">{first}</Relationships>',
        "xl/workbook.xml": whole,
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACK}/relationships">'
        f"{related}</Relationships>",
    }
    parts |= {f"xl/worksheets/sheet{n}.xml": sheets[x] for n, x in enumerate(names, start=1)}
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return content.getvalue()


def check_same(name, data):
    (found,) = read_gold(Upload(name, data)).values()
    (wanted,) = read_gold(Upload("g.csv", CSV)).values()
    assert (found.ids, found.classes) == (wanted.ids, wanted.classes)
    assert found.votes.tolist() == wanted.votes.tolist()


def test_a_workbook_is_read_as_its_csv():
    check_same("g.xlsx", workbook({"Sheet1": sheet_of(TABLE)}))
    check_same("g.xlsx", workbook({"Data": sheet_of(TABLE), "Empty": sheet_of([])}))
    check_same("g.xlsx", workbook({"Data": sheet_of(TABLE), "Old": sheet_of(TABLE)}, ["Old"]))


def test_a_workbook_in_an_archive(tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("g.xlsx", workbook({"Sheet1": sheet_of(TABLE)}))
    check_same("all.zip", (tmp_path / "all.zip").read_bytes())


def test_several_sheets_are_named():
    book = workbook({"People": sheet_of(TABLE), "Judges": sheet_of(TABLE)})
    with pytest.raises(DataError, match=r"g.xlsx: there are several sheets: People, Judges"):
        read_gold(Upload("g.xlsx", book))


def test_a_fault_names_the_sheet_and_the_row():
    book = workbook({"People": sheet_of([*TABLE, ["c", 1, "two", 3]])})
    with pytest.raises(DataError, match="sheet People, row 4, class mid: 'two' is not a numb"):
        read_gold(Upload("g.xlsx", book))


def test_a_far_cell_is_no_bomb():
    far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    with pytest.raises(DataError, match="there are 17,179,869,184 cells up to the last one"):
        read_gold(Upload("g.xlsx", workbook({"S": sheet_of(TABLE, far)})))


def test_a_damaged_workbook_is_a_sentence():
    with pytest.raises(DataError, match="the workbook cannot be read"):
        read_gold(Upload("g.xlsx", workbook({"S": "<worksheet"})))


def parquet_of(**columns):
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    content = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), content)
    return content.getvalue()


def test_parquet_is_read_as_its_csv():
    columns = {"low": [1, 4], "mid": [2, 0], "high": [3, 1]}
    check_same("g.parquet", parquet_of(id=["a", "b"], **columns))
    lists = parquet_of(id=["a", "b"], votes=[[1, 2, 3], [4, 0, 1]])
    (found,) = read_gold(Upload("g.parquet", lists)).values()
    assert found.votes.tolist() == [[1, 2, 3], [4, 0, 1]]


def test_without_its_reader_a_parquet_file_or_a_workbook_is_a_sentence(monkeypatch):
    data = parquet_of(id=["a"], low=[1], high=[2])
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(DataError, match="Parquet is read by pyarrow, which is not installed. Inst"):
        read_gold(Upload("g.parquet", data))
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    told = "g.xlsx: Workbooks are read by python-calamine, which is not installed. Install it"
    with pytest.raises(DataError, match=told):
        read_gold(Upload("g.xlsx", workbook({"Sheet1": sheet_of(TABLE)})))


def test_a_damaged_parquet_file_is_a_sentence():
    with pytest.raises(DataError, match="g.parquet: the Parquet file cannot be read"):
        read_gold(Upload("g.parquet", b"PAR1" + b"\x00" * 20))


def test_gzip_of_json_lines():
    text = '{"id": "a", "votes": [1, 2]}\n{"id": "b", "votes": [3, 0]}\n'
    (found,) = read_gold(Upload("g.jsonl.gz", gzip.compress(text.encode()))).values()
    assert found.votes.tolist() == [[1, 2], [3, 0]]
