"""Which view of a room a phone shows, and which answers it sends, in Node against a plain loop."""

from hypothesis import example, given
from hypothesis import strategies as st

from tests.node import scripts

ask = scripts("live/server/phone/order.js")
VIEW = st.fixed_dictionaries(
    {
        "mark": st.sampled_from("xy"), "version": st.integers(1, 3), "place": st.integers(0, 1),
        "kind": st.sampled_from(["find", "rate"]), "phase": st.sampled_from(["open", "closed"]),
    }
)  # fmt: skip


@given(VIEW, VIEW, st.sampled_from("xy"))
def test_older_views_and_those_of_another_room_are_not_shown(following, view, mark):
    is_next = following["mark"] == mark and following["version"] >= view["version"]
    assert ask("isNext", following, view, mark) == is_next
    was_open = view["phase"] == "open" and view["place"] == following["place"]
    opens = following["kind"] == "find" and following["phase"] == "open" and not was_open
    assert ask("opensSeries", following, view) == opens


STEP = st.tuples(
    st.sampled_from(["choose", "start", "arrive", "refuse", "lose", "told", "restart"]),
    st.integers(0, 1),
    st.integers(0, 3),
    st.booleans(),
)
RUN = """(steps) => {
  const box = new Outbox({});
  const server = {};
  const log = [];
  let sent;
  for (const [what, place, answer, flag] of steps) {
    let gives = null;
    if (what === "choose") box.choose(place, answer);
    else if (what === "start") { gives = box.start(place); sent = gives ?? sent; }
    else if (what === "told") box.told(place, server[place] ?? null, flag);
    else if (what === "restart") delete server[place];
    else if (box.sending !== null) {
      if (what === "arrive") { server[box.sending] = sent; gives = box.confirmed(sent); }
      if (what === "refuse") box.refused();
      box.ended();
    }
    log.push({ gives, answers: { ...box.answers }, unsent: [...box.unsent].sort(),
      sending: box.sending });
  }
  return log;
}"""


@example([("choose", 0, 1, True), ("start", 0, 0, True), ("refuse", 0, 0, True)])
@given(st.lists(STEP, max_size=20))
def test_every_answer_is_sent_until_the_server_has_it(steps):
    answers, unsent, server, sending, sent, wanted = {}, set(), {}, None, None, []
    for what, place, answer, flag in steps:
        gives = None
        if what == "choose":
            answers[place] = answer
            unsent.add(place)
        elif what == "start" and sending is None and place in unsent:
            sending = place
            gives = sent = answers[place]
        elif what == "told" and place not in unsent:
            if place in server:
                answers[place] = server[place]
            elif flag and place in answers:
                unsent.add(place)
            else:
                answers.pop(place, None)
        elif what == "restart":
            server.pop(place, None)
        elif what in ("arrive", "refuse", "lose") and sending is not None:
            if what == "arrive":
                server[sending] = sent
                gives = answers[sending] == sent
            if what == "refuse":
                answers.pop(sending, None)
            if gives or what == "refuse":
                unsent.discard(sending)
            sending = None
        told = {str(key): value for key, value in answers.items()}
        state = {"gives": gives, "answers": told, "unsent": sorted(unsent), "sending": sending}
        wanted.append(state)
    assert ask(RUN, steps) == wanted
