// How long each position's vector is, as columns that move with the time.

class NormColumns {
  constructor(machine, parent) {
    this.machine = machine;
    this.root = element("section", "norms", parent);
    this.title = element("h2", "", this.root);
    this.plot = element("div", "norm-plot", this.root);
    this.most = element("span", "norm-most", this.plot);
    this.readout = element("p", "readout", this.root);
    element("p", "hint", this.root);
    this.columns = [];
    this.plot.onpointermove = this.plot.onpointerdown = (event) => this.point(event);
    this.plot.onpointerleave = (event) => event.pointerType !== "touch" && this.machine.leave();
  }

  grow() {
    this.rebuild();
  }

  rebuild() {
    const { film } = this.machine;
    say(this.title, film.words.norms);
    say(this.root.querySelector(".hint"), film.words.normsHint);
    this.plot.setAttribute("role", "img");
    this.plot.setAttribute("aria-label", film.words.norms);
    for (const column of this.columns) column.remove();
    this.columns = film.labels.map(() => element("div", "norm", this.plot));
    this.largest = Math.max(1e-9, ...film.norms.flat());
    say(this.most, this.largest.toFixed(2));
  }

  show(changed) {
    const { film, state } = this.machine;
    const norms = film.norms[state.frame];
    this.columns.forEach((column, at) => {
      column.classList.toggle("pointed", at === state.query || at === state.key);
      if (changed.has("frame")) column.style.height = `${(100 * (norms[at] ?? 0)) / this.largest}%`;
    });
    const length = norms[state.query];
    say(this.readout, filled(film.words.norm, { place: film.labels[state.query], length: length?.toFixed(3) ?? "–" }));
  }

  point(event) {
    const { film } = this.machine;
    const box = this.plot.getBoundingClientRect();
    const at = Math.floor(((event.clientX - box.left) / box.width) * film.length);
    this.machine.point(clamp(at, 0, film.length - 1), null);
  }
}
