// What comes first without a page: which view of the room is newer, and which answers are on
// their way.

// Whether a view is of the same room and not older than the one before.
const isNext = (next, view, mark) => next.mark === mark && next.version >= view.version;

// Whether a series of questions opens with it.
const opensSeries = (next, view) => next.kind === "find" && next.phase === "open"
  && (view.place !== next.place || view.phase !== "open");

// Answers by place of the room, and which of them the server has not confirmed.
class Outbox {
  constructor(answers) {
    this.answers = answers;
    this.unsent = new Set();
    this.sending = null; // the place whose answer is on its way
  }

  choose(place, answer) {
    this.answers[place] = answer;
    this.unsent.add(place);
  }

  // What the server has of a place when the phone comes back: null for nothing.
  told(place, mine, isOpen) {
    if (this.unsent.has(place)) return;
    if (mine !== null) this.answers[place] = mine;
    // The server lost it when it restarted.
    else if (isOpen && this.answers[place] !== undefined) this.unsent.add(place);
    else delete this.answers[place];
  }

  // The answer to send now: undefined while one is on its way, or where none waits.
  start(place) {
    if (this.sending !== null || !this.unsent.has(place)) return undefined;
    this.sending = place;
    return this.answers[place];
  }

  // Gives whether what was confirmed is still the answer; what was changed meanwhile is sent next.
  confirmed(answer) {
    const isLast = this.answers[this.sending] === answer;
    if (isLast) this.unsent.delete(this.sending);
    return isLast;
  }

  // What was refused does not count: the server tells what does.
  refused() {
    this.unsent.delete(this.sending);
    delete this.answers[this.sending];
  }

  ended() { this.sending = null; }
}
