// Puts what is pointed at into words: on the page at once, for screen readers when the reader comes to rest.

const TOP = 3;
const REST_MS = 200;

class Narrator {
  constructor(machine, parent) {
    this.machine = machine;
    this.live = element("p", "for-readers", parent);
    this.live.setAttribute("role", "status");
    this.live.setAttribute("aria-live", "polite");
  }

  // "Head 2: “e” at place 7 looks at “t” at place 3 (41%), …"
  sentence() {
    const { film, state } = this.machine;
    const { words } = film;
    const others = film.labels.map((label, at) => {
      const [query, key] = state.reverse ? [at, state.query] : [state.query, at];
      return { label, at, weight: film.weight(state, state.head, query, key) };
    });
    const seen = others.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
    const list = seen.slice(0, TOP).map(({ label, at, weight }) =>
      filled(words.looked, { character: label, place: at, share: Math.round(100 * weight) }),
    );
    const template = !list.length ? words.looksNowhere : state.reverse ? words.isSeenBy : words.looksAt;
    const values = { head: words.heads[state.head], character: film.labels[state.query], place: state.query };
    return filled(template, { ...values, list: list.join(words.comma) });
  }

  // One pair with its number; empty while no key is pointed at.
  cell() {
    const { film, state } = this.machine;
    if (state.key === null) return "";
    const [query, key] = state.reverse ? [state.key, state.query] : [state.query, state.key];
    const masked = film.cell(query, key) < 0;
    const weight = masked ? film.words.future : film.told(state, state.head, query, key);
    return filled(film.words.pair, { query, key, queryName: film.labels[query], keyName: film.labels[key], weight });
  }

  // A live region that changes at every move of the pointer is noise: it waits until the reader rests.
  speak() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const pinned = this.machine.state.pinned ? ` ${this.machine.film.words.pinned}` : "";
      say(this.live, (this.cell() || (this.machine.film.tokens ? this.sentence() : "")) + pinned);
    }, REST_MS);
  }

  end() {
    clearTimeout(this.timer);
  }
}
