// Numbers that move with the time: what the chosen head does, or how long the vectors of positions are.

class Bars {
  constructor(machine, parent) {
    this.machine = machine;
    this.root = element("section", "bars", parent);
    this.title = element("h2", "", this.root);
    this.rows = element("dl", "", this.root);
    element("p", "hint", this.root);
  }

  rebuild() {
    const { film, bars } = this.machine;
    this.root.classList.toggle("waiting", !bars);
    const names = bars?.names ?? film.words.waiting;
    this.rows.replaceChildren();
    this.parts = names.map((name, at) => {
      const row = element("div", "bar-row", this.rows);
      const term = element("dt", "", row);
      say(term, name);
      if (bars?.helps) term.title = bars.helps[at];
      const told = element("dd", "", row);
      const track = element("span", "bar-track", told);
      const bar = element("span", "bar", track);
      const mark = element("span", "bar-mark", track);
      return { bar, mark, number: element("span", "number", told) };
    });
    say(this.root.querySelector(".hint"), bars?.hint ?? film.words.measuring);
  }

  show(changed) {
    const { film, state, bars } = this.machine;
    const place = { block: film.words.blocks[state.block], head: film.words.heads[state.head] };
    say(this.title, filled(film.words.barsTitle, place));
    this.root.style.setProperty("--head-color", film.headColors[state.head]);
    if (!bars || !["frame", "block", "head", "bars"].some((name) => changed.has(name))) return;
    const at = Math.max(0, bars.steps.findLastIndex((step) => step <= film.steps[state.frame]));
    const values = bars.values[at][state.block][state.head];
    values.forEach((value, index) => this.tell(this.parts[index], bars, index, value));
  }

  tell({ bar, mark, number }, bars, index, value) {
    const most = bars.most[index];
    const share = (one) => `${100 * clamp(one / most, 0, 1)}%`;
    bar.style.width = value === null ? "0" : share(value);
    const alike = bars.alike[index];
    mark.hidden = alike === null;
    if (alike !== null) mark.style.left = share(alike);
    say(number, value === null ? "–" : bars.percent[index] ? `${Math.round(100 * value)}%` : value.toFixed(bars.digits));
  }
}
