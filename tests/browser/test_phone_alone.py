"""The phone of a live class without a server: each screen, and what it asks for and when."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.alone import blank_pages
from tests.conftest import ROOT

#: Served as the app serves them: phone/phone.js and phone/order.js.
FOLDER = ROOT / "pages" / "live" / "server" / "phone"
ROOM = "http://alone.test/room/QQQQ"
#: Takes the place of the server: what it is asked is noted, what it answers is set by a test.
SERVER = """
Math.random = () => 0.5;
window.asked = [];
window.streams = [];
window.replies = {};
window.fetch = async (url, { method, headers, body }) => {
  const what = url.split("/").pop();
  asked.push([what, JSON.parse(body)]);
  const reply = replies[what];
  window.meanwhile?.();
  if (!reply) throw new TypeError("no network");
  const [status, content, wait] = reply;
  const isJson = headers["Content-Type"] === "application/json";
  return {
    ok: method === "POST" && isJson && url === `/room/QQQQ/${what}` && status === 200, status,
    headers: { get: (name) => (name === "Retry-After" ? wait : null) }, json: async () => content,
  };
};
window.EventSource = class extends EventTarget {
  constructor(url) { super(); streams.push(this); this.url = url; }
  close() { this.isClosed = true; }
};
"""
#: All that is on screen.
SHOWN = """
() => {
  const all = (selector, place = document) => [...place.querySelectorAll(selector)];
  const texts = (selector, place) => all(selector, place).map((each) => each.textContent);
  const by = (id) => document.getElementById(id);
  return {
    heading: texts("main h1")[0],
    said: texts("main :is(p, legend, summary)"),
    status: [by("status").textContent, by("status").classList.contains("bad")],
    news: by("news").textContent,
    isInRoom: document.body.classList.contains("in-room"),
    hidden: by("you").hidden,
    charts: all("main .chart").map((chart) => [chart.getAttribute("aria-label"),
      all("i", chart).map((bar) => parseFloat(bar.style.height)), texts("small", chart)]),
    buttons: all("main button").map((each) =>
      [texts("b", each)[0] ?? each.textContent, each.getAttribute("aria-pressed")]),
    radios: all("main [type=radio]").map((each) => [each.parentElement.textContent, each.checked]),
    sliders: all("main [type=range]").map((each) => [each.getAttribute("aria-label"), each.value,
      each.getAttribute("aria-valuetext")]),
    fills: all("main .fill").map((each) => parseFloat(each.style.width)),
    rows: texts("main .label"),
  };
}
"""
TITLE = "Who is nearer?"
CLASSES = ["poor", "fair", "good"]
GOLD, LEFT, RIGHT = [1, 2, 1], [0, 1, 1], [3, 1, 0]


def view(kind: str, phase: str, **also: Any) -> dict[str, Any]:
    """What a room tells all phones, as `view_of` makes it."""
    found = {"mark": "m", "version": 3, "place": 1, "phase": phase, "number": 2, "of": 4,
             "kind": kind, "title": TITLE, "text": "Read this.", "options": CLASSES}  # fmt: skip
    if kind == "choose":
        found |= {"text": "", "options": ["A", "=", "B"], "gold": GOLD, "estimates": [LEFT, RIGHT]}
    if kind == "find":
        found |= {"title": "", "text": "", "options": []}
    if kind in ("rate", "estimate"):
        found["full"] = 20
    if phase == "revealed":
        found |= {"counts": [3, 0, 1], "right": 2, "why": "Because."}
    return found | also


def told(seen: dict[str, Any], **also: Any) -> dict[str, Any]:
    """What a room tells one phone that joins."""
    return {"view": seen, "mine": None, "name": "", "number": 7, "scores": None, "own": None} | also


class Phone:
    """A phone whose server is the test."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(SERVER)
        page.route("**/room/*.*", self._file)
        html = (FOLDER / "phone.html").read_text()
        page.route("**/room/QQQQ", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.route("**/room/", lambda route: route.fulfill(body=html, content_type="text/html"))

    def _file(self, route: Any) -> None:
        name = route.request.url.rpartition("/")[2]
        kind = "text/css" if name.endswith("css") else "text/javascript"
        route.fulfill(body=(FOLDER / name).read_text(), content_type=kind)

    def opens(self, reply: Any, kept: Any = None) -> None:
        """Opens the room, whose answer to who joins is given, with what the phone has kept."""
        first = f"replies = {json.dumps({'join': reply})};"
        if kept is not None:
            first += f"sessionStorage.setItem('/room/QQQQ', {json.dumps(json.dumps(kept))});"
        self.page.add_init_script(first)
        self.page.goto(ROOM)

    def replies(self, what: str, *reply: Any) -> None:
        """The server's answer from now on: status, content, seconds to wait; none without one."""
        self.page.evaluate("([what, reply]) => { replies[what] = reply; }", [what, reply or None])

    def asked(self) -> list[Any]:
        """What was asked for since the last time."""
        return self.page.evaluate("asked.splice(0)")

    def asks_after(self, milliseconds: int, *wanted: Any) -> None:
        """Nothing is asked before that time has passed, and then this."""
        self.page.clock.run_for(milliseconds - 1)
        assert self.asked() == []
        self.page.clock.run_for(1)
        assert self.asked() == list(wanted)

    def hears(self, kind: str, data: Any = None) -> None:
        """An event of the room's newest stream."""
        self.page.evaluate(
            """([kind, data]) => {
              const stream = streams.at(-1);
              const event = Object.assign(new Event(kind), { data: JSON.stringify(data) });
              if (kind === "error") stream.onerror(event);
              else if (kind === "message") stream.onmessage(event);
              else stream.dispatchEvent(event);
            }""",
            [kind, data],
        )

    def shows(self) -> dict[str, Any]:
        return self.page.evaluate(SHOWN)

    def status(self) -> list[Any]:
        return self.shows()["status"]

    def kept(self) -> dict[str, Any]:
        return self.page.evaluate("JSON.parse(sessionStorage.getItem('/room/QQQQ'))")


@pytest.fixture
def phone(browser: Browser):
    with blank_pages(browser, has_touch=True) as new_page:
        yield Phone(new_page())


JOIN, NONE = ["join", {}], ["", False]
ASKED = {
    "predict": "What do you predict?", "rate": "How do you rate this?",
    "estimate": "How did the room rate this? Draw how you think the votes are spread.",
    "choose": "Take the estimate that you would rather have.",
    "find": "Take the estimate that you would rather have.",
}  # fmt: skip
STATES = {"planned": "Next", "open": "Open", "closed": "Closed", "revealed": "Result"}


def chart(name: str, votes: list[float], most: float) -> list[Any]:
    """Bars that reach the top where a share is the largest of all."""
    shares = [each / sum(votes) for each in votes]
    words = ", ".join(f"{int(100 * share + 0.5)} %" for share in shares)
    heights = [pytest.approx(100 * share / most, abs=1e-3) for share in shares]
    return [f"{name}: {words}", heights, ["1", "2", "3"]]


NOTHING: dict[str, Any] = {each: [] for each in ("buttons", "radios", "sliders", "fills", "rows")}
GIVEN = {"predict": 2, "rate": 0, "choose": 2, "estimate": [5, 0, 15], "find": [10000]}
OPTIONS = {kind: ["A", "=", "B"] if kind == "choose" else CLASSES for kind in ASKED}


def opened(kind: str, answer: Any) -> dict[str, Any]:
    """What is asked, with what was answered."""
    if kind == "find":
        return {"said": ["You have answered all. Your result comes with the room’s."]}
    if kind == "choose":
        taken = [str(answer == place).lower() for place in range(3)]
        buttons = [["Left", taken[0]], ["Right", taken[2]], ["Equally good", taken[1]]]
        return {"said": [], "buttons": buttons}
    if kind != "estimate":
        radios = [[label, place == answer] for place, label in enumerate(CLASSES)]
        return {"said": [ASKED[kind]], "radios": radios}
    heights = answer or [0, 0, 0]
    parts = [f"{100 * each // (sum(heights) or 1)} %" for each in heights]
    return {
        "said": [ASKED[kind], "Only the proportions of the bars count."],
        "sliders": [
            [label, str(each), f"{part} of the votes"]
            for label, each, part in zip(CLASSES, heights, parts, strict=True)
        ],
        "fills": [100 * each / 20 for each in heights],
        "rows": [f"{label}{part}" for label, part in zip(CLASSES, parts, strict=True)],
    }


def revealed(kind: str, answer: Any) -> dict[str, Any]:
    """The room's votes, 3, 0 and 1, beside what was answered."""
    if kind == "find":
        return {"said": ["You are like NMD."]}
    drew = answer if kind == "estimate" else None
    legend = "The room’s votes in yellow, your estimate in blue." if drew else "The room’s votes."
    rows, fills = [], []
    for place, (label, count) in enumerate(zip(OPTIONS[kind], (3, 0, 1), strict=True)):
        notes = ["✓ as the measures"] * (place == 2)
        notes += ["yours"] * (drew is None and answer == place)
        words = f"{label} ({', '.join(notes)})" if notes else label
        share = f"{count} ({25 * count} %)"
        rows.append(f"{words}{share}" + (f", yours {5 * drew[place]} %" if drew else ""))
        fills += [25 * count, *([5 * drew[place]] if drew else [])]
    said = [legend, *["NMD 0.1"] * bool(drew), "Because."]
    return {"said": said, "rows": rows, "fills": fills}


def drawn(kind: str, phase: str) -> list[Any]:
    """Gold and estimates."""
    if kind == "predict" and phase != "revealed":
        return [chart("Gold", GOLD, 0.5), chart("System A", LEFT, 0.5)]
    if kind != "choose":
        return []
    return [
        chart("People said", GOLD, 0.75),
        chart("Left", LEFT, 0.75),
        chart("Right", RIGHT, 0.75),
    ]


def screen(kind: str, phase: str, heading: str, answer: Any) -> dict[str, Any]:
    """All that a phone shows of an activity."""
    closed = "Closed. You gave no answer." if answer is None else "Closed. Your answer counts."
    found = {
        "planned": {"said": ["This opens in a moment."]},
        "open": opened(kind, answer),
        "closed": {"said": [closed]},
        "revealed": revealed(kind, answer),
    }[phase]
    before = ["Activity 2 of 4", *["Read it again"] * (kind == "estimate")]
    before += ["Read this."] * (kind not in ("choose", "find"))
    return NOTHING | found | {
        "heading": heading, "said": [*before, *found["said"]], "status": NONE, "isInRoom": True,
        "news": f"{STATES[phase]}: {heading}", "hidden": False,
        "charts": drawn(kind, phase),
    }  # fmt: skip


LOBBY = {"mark": "m", "version": 0, "place": None, "phase": "lobby"}


@pytest.mark.parametrize("title", [TITLE, ""])
@pytest.mark.parametrize("is_answered", [False, True])
def test_each_screen_shows_what_the_room_does_and_what_was_answered(
    phone: Phone, is_answered: bool, title: str
):
    shares = [[each / 4 for each in GOLD], [each / 2 for each in LEFT]]
    of_predict = {"gold": shares[0], "estimates": shares[1:], "names": ["System A"]}
    phone.opens([200, told(LOBBY)])
    screens = [(kind, phase) for kind in ASKED for phase in STATES]
    for place, (kind, phase) in enumerate(screens):
        named = {} if kind == "find" else {"title": title}
        seen = view(kind, phase, version=place, place=place, **named)
        if kind == "predict":
            seen["drawn"] = of_predict
        answer = GIVEN[kind] if is_answered else None
        now = told(seen, mine=answer, scores="NMD 0.1", own="You are like NMD.")
        if (kind, phase) == ("find", "open"):
            now["question"] = None
        phone.replies("join", 200, now)
        phone.page.evaluate("join()")
        heading = seen["title"] or ASKED[kind]
        assert phone.shows() == screen(kind, phase, heading, answer), (kind, phase)
    # Without votes there is no share.
    phone.hears("message", view("rate", "revealed", counts=[0, 0, 0], version=90, place=90))
    assert phone.shows()["fills"] == [0, 0, 0]
    phone.hears("message", view("find", "revealed", version=91, place=91))
    assert phone.shows()["said"][-1] == "The result comes…"


def test_before_and_after_a_class(phone: Phone):
    phone.opens([200, told(LOBBY)])
    found = phone.shows()
    assert found["heading"] == "You are in the class"
    assert found["said"] == ["The first activity appears here by itself."]
    assert not found["isInRoom"]
    assert phone.page.locator("#who").inner_text() == "You are phone-7"
    assert phone.page.title() == "Live class QQQQ"
    phone.asked()
    over = {"mark": "m", "version": 4, "place": 5, "phase": "over"}
    # All ask for what is theirs alone, within three seconds, even if they were told before.
    phone.hears("message", over)
    assert phone.shows()["news"] == "The end of the class."
    for also in ({"own": "of another step", "view": {**over, "place": 9}}, {"own": None},
                 {"own": "You and the room"}):  # fmt: skip
        phone.replies("join", 200, told(over) | also)
        phone.asks_after(1500, JOIN)
        wanted = also["own"] if also["own"] == "You and the room" else ""
        assert phone.shows()["said"] == [wanted, "Thank you for taking part."]
        over["version"] += 1
        phone.hears("message", over)
        assert phone.shows()["said"][0] == ""
    assert phone.kept()["own"] == {"5": "You and the room"}
    # A class that was forgotten meanwhile is not told.
    phone.hears("ended")
    phone.page.clock.run_for(5000)
    found = phone.shows()
    assert found["heading"] == "The class is over"
    assert found["news"] == ("The class is over. The server has deleted your answers. Thank you "
                             "for taking part.")  # fmt: skip
    assert found["hidden"]
    assert phone.kept() is None
    assert phone.page.evaluate("streams.at(-1).isClosed")


REFUSALS = [
    # What who joins is answered, whether it knows the class, what it says, and after how many
    # seconds it tries again (None: not).
    (None, False, "No connection to the server. Your answers are kept here; trying again…", 2),
    ([404, {"error": "No room."}], True,
     "The server has restarted and waits for the lecturer. You come back by yourself.", 4),
    ([404, {"error": "No room."}], False, "No room.", None),
    ([409, {"error": "Locked."}], False, "Locked.", 8),
    ([409, {"error": "Locked."}], True, "Locked.", 8),
    ([503, {"error": "Full."}], False, "Full.", 3),
    ([429, {"error": "Slow down."}, "7"], False, "Slow down.", 7),
    ([500, {}], True, "The server could not answer.", 3),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "is_known", "says", "seconds"), REFUSALS)
def test_who_cannot_join_is_told_why_and_tries_again(
    phone: Phone, reply: Any, is_known: bool, says: str, seconds: int | None
):
    phone.opens(reply, kept={"mark": "m"} if is_known else None)
    assert phone.status() == [says, True]
    assert phone.asked() == [JOIN]
    asks_for_code = bool(reply) and reply[0] in (404, 409) and not (reply[0] == 404 and is_known)
    assert phone.page.get_by_label("The code on the screen").count() == asks_for_code
    if seconds is None:
        phone.page.clock.run_for(20_000)
        assert phone.asked() == []
        return
    phone.asks_after(1000 * seconds, JOIN)
    if reply is None:
        # Always later, and after five seconds at most.
        for wait in (3, 4, 5, 5):
            phone.asks_after(1000 * wait, JOIN)
    phone.replies("join", 200, told(LOBBY))
    phone.page.clock.run_for(10_000)
    assert phone.status() == NONE
    assert phone.page.evaluate("streams.map((each) => each.url)") == ["/room/QQQQ/events"]


def test_another_class_with_the_same_code_is_joined_only_if_wanted(phone: Phone):
    answers = {"mark": "old", "answers": {"1": 2}, "scores": {}, "own": {}}
    phone.opens([200, told(view("rate", "open"))], kept=answers)
    assert phone.shows()["heading"] == "Another class"
    assert phone.shows()["hidden"]
    phone.page.get_by_role("button", name="Join it").click()
    assert phone.shows()["radios"] == [[label, False] for label in CLASSES]
    assert phone.kept()["mark"] == "m"


def test_what_the_room_does_is_followed_and_a_lost_stream_made_anew(phone: Phone):
    phone.opens([200, told(view("rate", "open", version=5))])
    phone.asked()
    # Of another class, or older: passed over.
    for also in ({"mark": "n", "version": 9}, {"version": 4}):
        phone.hears("message", view("rate", "closed", **also))
        assert phone.shows()["news"] == f"Open: {TITLE}"
    # The same again leaves the hand on it alone; what is closed is drawn anew.
    phone.page.evaluate("document.querySelector('main').firstChild.textContent = 'touched'")
    phone.hears("message", view("rate", "open", version=6))
    assert phone.shows()["heading"] == "touched"
    for version, heading in ((7, TITLE), (7, "touched"), (8, TITLE)):
        phone.hears("message", view("rate", "closed", version=version))
        assert phone.shows()["heading"] == heading
        phone.page.evaluate("document.querySelector('main').firstChild.textContent = 'touched'")
    # A sign of life every so often is enough.
    for kind, data in (("beat", None), ("message", view("rate", "closed", version=9))) * 2:
        phone.page.clock.run_for(39_999)
        phone.hears(kind, data)
    assert phone.asked() == []
    lost = ["The connection was lost. Your answers are kept here; trying again…", True]
    phone.page.clock.run_for(40_000)
    assert phone.status() == lost
    assert phone.page.evaluate("streams.map((each) => each.isClosed ?? false)") == [True]
    phone.asks_after(1000, JOIN)
    assert phone.status() == NONE
    # Streams that end without a word are tried more and more rarely.
    for seconds, kind in enumerate(("error", "restart", *["error"] * 7), start=2):
        phone.hears(kind)
        assert phone.status() == lost
        phone.asks_after(1000 * min(seconds, 8), JOIN)
    # A stream that has gone says nothing any more.
    phone.page.evaluate("streams[0].onerror()")
    assert phone.status() == NONE
    phone.hears("beat")
    phone.hears("error")
    phone.asks_after(1000, JOIN)
    # One in whose place another came waits longer.
    phone.hears("full", "Too many phones.")
    assert phone.status() == ["Too many phones.", True]
    phone.asks_after(15_000, JOIN)


def test_who_wakes_looks_at_once_and_who_is_hidden_does_not(phone: Phone):
    phone.opens([200, told(LOBBY)])
    phone.asked()
    see = "state => Object.defineProperty(document, 'visibilityState', { value: state, \
configurable: true })"
    for state, wanted in (("hidden", []), ("visible", [JOIN])):
        phone.page.evaluate(see, state)
        for wake in (
            "document.dispatchEvent(new Event('visibilitychange'))",
            "dispatchEvent(new Event('online'))",
            "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
        ):
            phone.page.evaluate(wake)
            assert phone.asked() == wanted
    phone.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {}))")
    # One question at a time.
    phone.page.evaluate("wake(); wake()")
    assert phone.asked() == [JOIN]
    phone.hears("removed")
    assert phone.shows()["heading"] == "You were removed"
    phone.page.evaluate("wake()")
    assert phone.asked() == []
    phone.page.get_by_role("button", name="Join again").click()
    assert phone.asked() == [JOIN]
    assert phone.shows()["heading"] == "You are in the class"


def test_an_answer_is_sent_after_a_pause_and_can_be_changed(phone: Phone):
    phone.opens([200, told(view("rate", "open"))])
    phone.replies("answer", 200, {})
    phone.asked()
    for place in (0, 2):
        phone.page.get_by_role("radio").nth(place).check()
        assert phone.status() == ["Sending…", False]
        phone.page.clock.run_for(299)
    phone.asks_after(1, ["answer", {"place": 1, "answer": 2}])
    assert phone.status() == ["Sent. You can change it until it is closed.", False]
    assert phone.kept()["answers"] == {"1": 2}
    phone.page.get_by_role("radio").nth(1).check()
    # What is on its way is said, and counts when it is closed meanwhile.
    phone.hears("message", view("rate", "closed", version=4))
    assert phone.status() == ["Sending…", False]
    phone.asks_after(300, ["answer", {"place": 1, "answer": 1}])
    phone.hears("message", view("rate", "revealed", version=5))
    assert phone.status() == NONE
    # Lost by a server that has restarted, it is sent again.
    phone.replies("join", 200, told(view("rate", "open", version=6)))
    phone.page.evaluate("join()")
    assert phone.asked() == [JOIN, ["answer", {"place": 1, "answer": 1}]]


@pytest.mark.parametrize(
    ("reply", "says", "after"),
    [
        *(([status, {"error": "No."}], "No.", None) for status in (400, 403, 409, 413)),
        (None, "Not sent yet: no connection. Your answer is kept here; trying again…", 1),
        ([503, {"error": "Busy."}, "4"], "Busy.", 4),
        ([500, {}], "The server could not answer.", 1),
    ],
)
def test_an_answer_that_is_not_taken_is_sent_again_unless_it_is_refused(
    phone: Phone, reply: Any, says: str, after: int | None
):
    phone.opens([200, told(view("predict", "open"))])
    phone.replies("answer", *(reply or ()))
    phone.page.get_by_role("radio").nth(1).check()
    phone.page.clock.run_for(300)
    answer = ["answer", {"place": 1, "answer": 1}]
    # What was refused does not count: it asks what does.
    assert phone.asked() == [JOIN, answer, *[JOIN] * (after is None)]
    assert phone.status() == [says, True]
    if after is None:
        phone.page.clock.run_for(20_000)
        assert phone.asked() == []
    else:
        phone.replies("answer", 200, {})
        phone.asks_after(1000 * after, answer)
        assert phone.status() == ["Sent. You can change it until it is closed.", False]


@pytest.mark.parametrize("status", [401, 404])
def test_who_is_not_in_the_room_any_more_joins_and_sends(phone: Phone, status: int):
    phone.opens([200, told(view("predict", "open"))])
    phone.replies("answer", status, {"error": "Out."})
    phone.page.get_by_role("radio").nth(1).check()
    phone.page.clock.run_for(300)
    phone.asked()
    answer = ["answer", {"place": 1, "answer": 1}]
    phone.asks_after(1000, answer)
    phone.replies("answer", 200, {})
    phone.replies("join", 200, told(view("predict", "open"), mine=1))
    # It joins two seconds after the last refusal, one after which it has sent.
    phone.asks_after(1000, answer)
    assert phone.status() == ["Sent. You can change it until it is closed.", False]
    phone.asks_after(1000, JOIN)


QUESTION = {"number": 0, "of": 20, "codes": [300, 100, 200], "gold": [0.25, 0.5, 0.25],
            "estimates": [[0, 0.5, 0.5], [0.75, 0.25, 0]]}  # fmt: skip


def test_a_series_asks_each_phone_its_own(phone: Phone):
    phone.opens([200, told(view("find", "planned"))])
    phone.asked()
    # The first question is asked for within half of the time, and not twice.
    phone.hears("message", view("find", "open", version=4))
    assert phone.shows()["said"][1:] == ["The next one comes…"]
    phone.replies("join", 200, told(view("find", "open", version=5)) | {"question": QUESTION})
    phone.asks_after(750, JOIN)
    found = phone.shows()
    assert found["said"][1:] == ["1 of 20"]
    assert found["charts"] == [chart("People said", GOLD, 0.75), chart("Left", LEFT, 0.75),
                               chart("Right", RIGHT, 0.75)]  # fmt: skip
    phone.hears("message", view("find", "open", version=6))
    assert phone.shows() == found
    # An answer tells how long it took, at most 999 seconds; then comes the next.
    given: list[int] = []
    buttons = phone.page.get_by_role("button")
    for number, (seconds, name, code) in enumerate(
        ((2, "Left", 300), (3, "Equally good", 100), (5000, "Right", 200)), start=1
    ):
        following = {**QUESTION, "number": number} if number < 3 else None
        phone.replies("answer", 200, {"question": following})
        phone.page.evaluate("since = Date.now()")
        phone.page.clock.fast_forward(1000 * seconds)
        phone.asked()
        buttons.filter(has_text=name).click()
        given.append(10_000 * min(999, seconds) + code)
        assert phone.asked()[-1] == ["answer", {"place": 1, "answer": given}]
        assert phone.status() == NONE
        last = "You have answered all. Your result comes with the room’s."
        assert phone.shows()["said"][1:] == [f"{number + 1} of 20" if following else last]


def test_what_comes_after_an_answer_is_of_that_series_alone(phone: Phone):
    first, second = (view("find", "open", version=each, place=each) for each in (1, 2))
    phone.opens([200, told(first) | {"question": QUESTION}])
    phone.replies("answer", 200, {"question": QUESTION})
    # The room goes on while the answer is on its way.
    phone.page.evaluate(
        "data => { meanwhile = () => streams.at(-1).onmessage({ data }); }", json.dumps(second)
    )
    phone.page.get_by_role("button").filter(has_text="Left").click()
    assert phone.shows()["said"][1:] == ["The next one comes…"]


def test_votes_are_drawn_by_thumb_and_by_keys(phone: Phone):
    phone.opens([200, told(view("estimate", "open"))])
    phone.replies("answer", 200, {})
    phone.asked()
    bars, heights = phone.page.locator(".draw"), [0, 0, 0]

    def drawn_(answer: bool = True) -> None:
        assert [int(each[1]) for each in phone.shows()["sliders"]] == heights
        found = phone.shows()
        assert found["fills"] == [100 * each / 20 for each in heights]
        parts = [f"{100 * each / (sum(heights) or 1):.0f} %" for each in heights]
        assert found["rows"] == [f"{each}{part}" for each, part in zip(CLASSES, parts, strict=True)]
        phone.page.clock.run_for(300)
        wanted = [["answer", {"place": 1, "answer": heights}]]
        assert phone.asked() == (wanted if answer else [])

    phone.page.get_by_role("slider").first.press("Home")
    drawn_(answer=False)
    phone.page.get_by_role("slider").first.press("ArrowRight")
    heights[0] = 1
    drawn_()
    for bar, parts in ((1, (0.5, 0.75)), (2, (0.25, 1.4)), (2, (-0.3,)), (0, (0.5,))):
        box = bars.nth(bar).bounding_box()
        assert box is not None
        middle = box["y"] + box["height"] / 2
        phone.page.mouse.move(box["x"] + parts[0] * box["width"], middle)
        if parts[0] < 0:
            phone.page.mouse.move(box["x"] + 0.5 * box["width"], middle)
        phone.page.mouse.down()
        for part in parts:
            phone.page.mouse.move(box["x"] + part * box["width"], middle)
            heights[bar] = max(0, min(20, round(20 * part)))
        assert phone.asked() == []
        phone.page.mouse.up()
        drawn_()
        # What goes on without a press draws nothing.
        phone.page.mouse.move(box["x"] + 0.1 * box["width"], middle)
        drawn_(answer=False)
    # Where the thumb scrolls instead, all is as before.
    before = list(heights)
    box = bars.nth(1).bounding_box()
    assert box is not None
    phone.page.mouse.move(box["x"] + box["width"] * 0.1, box["y"] + 3)
    phone.page.mouse.down()
    bars.nth(1).dispatch_event("pointercancel")
    phone.page.mouse.up()
    assert before == heights
    drawn_(answer=False)
    # Another button of a mouse is none.
    phone.page.mouse.down(button="right")
    phone.page.mouse.up(button="right")
    drawn_(answer=False)


def test_a_nickname_and_who_leaves(phone: Phone):
    phone.opens([200, told(view("rate", "open"), name="Eve")])
    name = phone.page.locator("#name")
    assert name.input_value() == "Eve"
    who = phone.page.locator("#who")
    assert who.inner_text() == "You are Eve (phone-7)"
    phone.page.set_viewport_size({"width": 360, "height": 640})
    line = phone.page.locator("header p").first.bounding_box()
    assert line is not None
    assert line["height"] < 30
    # Both are behind one button.
    assert not name.is_visible()
    phone.page.get_by_text("Nickname or leave").click()
    # What is being typed is not overwritten.
    name.fill("Ann")
    phone.page.evaluate("join()")
    assert name.input_value() == "Ann"
    more = "It is shown only if the lecturer shows names."
    for reply, says in (
        ([], ["No connection. Try again.", True]),
        ([400, {"error": "Too long."}], ["Too long.", True]),
        ([200, {"name": "Ann B", "number": 7}], [f"You are called Ann B. {more}", False]),
        ([200, {"name": "", "number": 7}], ["You have no nickname now.", False]),
    ):
        phone.asked()
        phone.replies("join", *reply)
        phone.page.get_by_role("button", name="Save").click()
        assert phone.status() == says
        if says[0].startswith("You are called"):
            assert who.inner_text() == "You are Ann B (phone-7)"
    assert who.inner_text() == "You are phone-7"
    assert phone.asked() == [["join", {"name": "Ann B"}]]
    assert name.input_value() == ""
    leave = phone.page.get_by_role("button", name="Leave this class")
    phone.replies("leave")
    leave.click()
    assert phone.status() == ["No connection. Try again.", True]
    phone.replies("leave", 404, {"error": "No room."})
    leave.click()
    assert phone.shows()["heading"] == "You have left"
    assert phone.status() == NONE
    assert phone.kept() is None


def test_a_code_is_typed_and_small_letters_do(phone: Phone):
    phone.page.goto("http://alone.test/room/")
    code = phone.page.get_by_label("The code on the screen")
    assert phone.page.evaluate("document.activeElement.id") == "typed"
    # Nothing typed leads nowhere.
    phone.page.get_by_role("button", name="Join").click()
    assert phone.page.url.endswith("/room/")
    code.fill("qqqq")
    phone.page.add_init_script("replies = { join: [200, " + json.dumps(told(LOBBY)) + "] };")
    phone.page.get_by_role("button", name="Join").click()
    phone.page.wait_for_url(ROOM)
    assert phone.shows()["heading"] == "You are in the class"
    html = (FOLDER / "phone.html").read_text()
    phone.page.route("**/qqqq", lambda route: route.fulfill(body=html, content_type="text/html"))
    phone.page.goto("http://alone.test/room/qqqq")
    phone.page.wait_for_url(ROOM)
