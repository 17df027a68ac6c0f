// The time machine: one state, and pictures that all show it. Streamlit calls the default export with each new film;
// small things that change often or come late arrive as letters (letters.js), so that the film need not travel again.

const REPORT_AFTER_MS = 250; // somebody who holds an arrow key down does not ask the server at every step

const onPage = new Set(); // machines that stand side by side move together
const left = new Map(); // states of machines that Streamlit has taken off the page, by film: it may mount them anew

export default function ({ parentElement, data, setStateValue }) {
  return mounted(parentElement, Machine, (machine) => {
    machine.report = setStateValue;
    machine.receive(data);
  });
}

class Machine {
  constructor(parent) {
    this.root = element("section", "machine", parent);
    this.state = { frame: 0, block: 0, head: 0, heads: new Set([0]), query: 0, key: null };
    Object.assign(this.state, { pinned: false, reverse: false, lines: false, sums: false });
    this.moments = [];
    this.bars = null;
    this.reported = [];
    this.changed = new Set();
    this.onLetter = (event) => this.open(event.detail);
    document.addEventListener("gptviz-letter", this.onLetter);
    onPage.add(this);
    this.resizing = new ResizeObserver(() => this.root.clientWidth !== this.width && this.fit());
    this.resizing.observe(this.root);
    document.fonts.ready.then(() => this.views && this.fit());
  }

  end() {
    this.timeline?.stop();
    this.narrator?.end();
    document.removeEventListener("gptviz-letter", this.onLetter);
    onPage.delete(this);
    this.resizing.disconnect();
    clearTimeout(this.reporting);
    cancelAnimationFrame(this.drawing);
    if (this.film) left.set(this.film.id, this.state);
    this.root.remove();
  }

  // ---- films and letters

  receive(data) {
    if (this.sent && sameBytes(this.sent, data)) return;
    this.sent = data.slice();
    const before = this.film;
    const step = before && this.state.frame < before.frames - 1 ? before.steps[this.state.frame] : null;
    this.film = new Film(this.sent);
    if (before?.id !== this.film.id) this.begin();
    else this.state.frame = this.film.frameAt(step);
    if (!this.views || before.tokens !== this.film.tokens) this.build();
    for (const letter of letters().values()) this.read(letter);
    this.rebuild();
  }

  begin() {
    const { frames, length, heads } = this.film;
    const block = clamp(this.state.block, 0, this.film.blocks - 1);
    const head = clamp(this.state.head, 0, heads - 1);
    const query = length - 1;
    Object.assign(this.state, { frame: frames - 1, block, head, heads: new Set([head]), query, key: null, pinned: false });
    Object.assign(this, { moments: [], bars: null, place: null, moved: false });
    const kept = left.get(this.film.id);
    if (kept && kept.query < length) Object.assign(this.state, kept, { frame: Math.min(kept.frame, frames - 1) });
    left.delete(this.film.id);
  }

  build() {
    this.root.replaceChildren();
    this.narrator = new Narrator(this, this.root);
    this.timeline = new Timeline(this, this.root);
    if (!this.film.tokens) {
      const both = element("div", "pictures", this.root);
      this.views = [this.timeline, new LargeMap(this, both), new NormColumns(this, both)];
      return;
    }
    const text = new TokenView(this, this.root);
    const pictures = element("div", "pictures", this.root);
    const side = element("div", "side", pictures);
    const overview = new Overview(this, side);
    this.views = [this.timeline, text, overview, new Bars(this, side), new LargeMap(this, pictures)];
  }

  rebuild() {
    this.root.setAttribute("aria-label", this.film.words.title);
    this.root.setAttribute("role", "group");
    this.root.style.setProperty("--train-color", this.film.lossColors[0]);
    this.root.style.setProperty("--test-color", this.film.lossColors[1]);
    for (const view of this.views) view.rebuild();
    this.width = this.root.clientWidth;
    this.redraw();
  }

  fit() {
    this.width = this.root.clientWidth;
    for (const view of this.views ?? []) view.fit?.();
    this.redraw();
  }

  open(letter) {
    if (this.views && this.read(letter)) this.redraw();
  }

  read(letter) {
    if (letter.to !== this.film.id) return false;
    if (letter.topic === "place") this.obey(letter);
    if (letter.topic === "exact") this.film.sharpen(letter);
    if (letter.topic === "tail") this.append(letter);
    if (letter.topic === "heads") {
      Object.assign(this, { bars: letter, moments: letter.moments });
      for (const view of this.views) view.rebuild();
    }
    return true;
  }

  // New frames do not move a reader who stands elsewhere; one who stands on the last frame goes along.
  append(letter) {
    if (letter.after !== this.film.first.steps.at(-1)) return; // meant for the film before this one
    const onLast = this.state.frame === this.film.frames - 1;
    this.film.append(letter);
    if (onLast) this.state.frame = this.film.frames - 1;
    for (const view of this.views) view.grow?.();
  }

  // The server asks for a place when its own widgets are used; what only echoes the reader's own report is no news.
  obey({ block, head, step }) {
    const asked = String([block, head, step]);
    if (asked === this.place) return;
    const first = this.place === null;
    this.place = asked;
    // The first wish may come late, on a slow page: by then the reader may have moved on.
    if (first && this.moved) return;
    const echo = this.reported.indexOf(asked);
    this.reported = echo < 0 ? [] : this.reported.slice(echo + 1);
    if (echo >= 0) return;
    this.choose(block, head);
    this.set({ frame: this.film.frameAt(step) });
  }

  // ---- what the reader does

  set(changes) {
    for (const [name, value] of Object.entries(changes)) {
      if (this.state[name] === value) continue;
      this.state[name] = value;
      this.changed.add(name);
    }
    if ("frame" in changes) this.lead();
    if (this.changed.size) this.drawSoon();
  }

  // Another run beside this one shows its nearest moment.
  lead() {
    const { film, state } = this;
    const step = state.frame === film.frames - 1 ? null : film.steps[state.frame];
    for (const other of onPage) {
      if (other === this || !other.film) continue;
      const frame = other.film.frameAt(step);
      if (frame === other.state.frame) continue;
      other.state.frame = frame;
      other.changed.add("frame");
      other.drawSoon();
    }
  }

  point(query, key, byKeyboard = false) {
    // A pinned character stays; the pointer may still look at single pairs of it.
    if (this.state.pinned && !byKeyboard) {
      if (key !== null && query === this.state.query) this.set({ key });
      return;
    }
    this.set({ query, key, pinned: byKeyboard && this.state.pinned && query === this.state.query });
  }

  leave() {
    this.set({ key: null });
  }

  pin(query = this.state.query) {
    const free = this.state.pinned && this.state.query === query;
    this.set({ query, pinned: !free });
  }

  pinOrFree(event) {
    if (event.key === "Enter") this.pin();
    else if (event.key === "Escape") this.set({ pinned: false, key: null });
    else return false;
    event.preventDefault();
    return true;
  }

  choose(block, head) {
    if (block === this.state.block && head === this.state.head) return;
    const heads = this.state.heads.size > 1 ? new Set(this.state.heads).add(head) : new Set([head]);
    this.set({ block, head, heads });
  }

  pick(block, head) {
    this.choose(block, head);
    this.reportSoon();
  }

  toggleHead(head) {
    const heads = new Set(this.state.heads);
    if (!heads.delete(head)) heads.add(head);
    if (!heads.size) heads.add(head);
    this.set({ heads });
    if (!heads.has(this.state.head)) this.pick(this.state.block, [...heads][0]);
  }

  toggleAllHeads() {
    const { heads } = this.film;
    const all = this.state.heads.size === heads;
    this.set({ heads: all ? new Set([this.state.head]) : new Set(Array(heads).keys()) });
  }

  reportSoon() {
    this.moved = true;
    clearTimeout(this.reporting);
    this.reporting = setTimeout(() => {
      const { film, state } = this;
      const step = state.frame === film.frames - 1 ? null : film.steps[state.frame];
      const place = { block: state.block, head: state.head, step };
      this.reported.push(String([place.block, place.head, place.step]));
      this.report("place", place);
    }, REPORT_AFTER_MS);
  }

  // ---- drawing: at most once a frame of the screen, and only what has changed

  // What stands below waits for this. Told anew by each machine: the server cannot know what a browser still holds.
  tellOnce() {
    if (this.told) return;
    this.told = true;
    requestAnimationFrame(() => this.report("drawn", Date.now()));
  }

  redraw() {
    for (const name of [...Object.keys(this.state), "bars", "exact"]) this.changed.add(name);
    this.drawSoon();
  }

  drawSoon() {
    cancelAnimationFrame(this.drawing);
    this.drawing = requestAnimationFrame(() => this.draw());
  }

  draw() {
    const { changed } = this;
    this.changed = new Set();
    for (const view of this.views) view.show(changed);
    if (this.film.awaited) this.tellOnce();
    if (["query", "key", "reverse", "pinned"].some((name) => changed.has(name))) this.narrator.speak();
  }
}
