// The text itself: choose a character and see at which others it looks, or which others look at it.

class TokenView {
  constructor(machine, parent) {
    this.machine = machine;
    this.root = element("section", "text-view", parent);
    this.title = element("h2", "", this.root);
    const bar = element("div", "choices", this.root);
    this.headList = element("div", "chips", bar);
    this.headList.setAttribute("role", "group");
    const ways = element("div", "chips", bar);
    this.lines = button("toggle", ways, () => this.machine.set({ lines: !this.machine.state.lines }));
    this.reverse = button("toggle", ways, () => this.machine.set({ reverse: !this.machine.state.reverse, key: null }));
    this.stage = element("div", "stage", this.root);
    this.canvas = new TokenCanvas(machine, element("canvas", "", this.stage));
    this.text = element("div", "text", this.stage);
    this.text.setAttribute("role", "group");
    this.told = element("p", "sentence", this.root);
    this.told.setAttribute("aria-hidden", "true"); // the narrator's live region says it
    element("p", "hint", this.root);
    this.characters = [];
    this.resizing = new ResizeObserver(() => this.stage.clientHeight !== this.height && this.refit());
    this.resizing.observe(this.stage);
    this.text.onpointermove = this.text.onpointerdown = (event) => this.onPoint(event);
    this.text.onpointerleave = (event) => event.pointerType !== "touch" && this.machine.leave();
    this.text.onclick = (event) => this.indexOf(event.target) >= 0 && this.machine.pin(this.indexOf(event.target));
    this.text.addEventListener("focusin", (event) => this.onFocus(event));
    this.text.onkeydown = (event) => this.onKey(event);
  }

  rebuild() {
    const { film } = this.machine;
    const { words } = film;
    say(this.title, words.tokenTitle);
    say(this.lines, words.lines);
    say(this.reverse, words.reverse);
    this.headList.setAttribute("aria-label", words.shownHeads);
    this.text.setAttribute("aria-label", words.tokenTitle);
    say(this.root.querySelector(".hint"), words.tokenHint);
    this.buildChips();
    this.buildText();
    this.fit();
  }

  buildChips() {
    const { film } = this.machine;
    this.headList.replaceChildren();
    this.chips = film.words.heads.map((name, head) => {
      const chip = button("toggle chip", this.headList, () => this.machine.toggleHead(head));
      chip.style.setProperty("--head-color", film.headColors[head]);
      say(chip, name);
      return chip;
    });
    this.all = button("toggle", this.headList, () => this.machine.toggleAllHeads());
    say(this.all, film.words.allHeads);
    this.headList.hidden = film.heads < 2;
  }

  buildText() {
    const { film } = this.machine;
    this.text.replaceChildren();
    this.characters = film.labels.map((label, at) => {
      const character = element("button", "character", this.text);
      character.type = "button";
      character.tabIndex = -1;
      character.setAttribute("aria-label", filled(film.words.character, { character: label, place: at }));
      say(element("bdi", "", character), label);
      if (film.breaks.includes(at)) element("br", "", this.text);
      return character;
    });
  }

  refit() {
    this.fit();
    this.canvas.draw();
  }

  fit() {
    this.height = this.stage.clientHeight;
    const origin = this.stage.getBoundingClientRect();
    const boxes = this.characters.map((character) => {
      const box = character.getBoundingClientRect();
      return { x: box.left - origin.left, y: box.top - origin.top, width: box.width, height: box.height };
    });
    this.boxes = boxes;
    this.canvas.fit(origin.width, origin.height, boxes);
  }

  show(changed) {
    const { film, state, narrator } = this.machine;
    this.chips.forEach((chip, head) => {
      chip.setAttribute("aria-pressed", String(state.heads.has(head)));
      chip.classList.toggle("chosen", head === state.head);
    });
    this.all.setAttribute("aria-pressed", String(state.heads.size === film.heads));
    this.lines.setAttribute("aria-pressed", String(state.lines));
    this.reverse.setAttribute("aria-pressed", String(state.reverse));
    if (changed.has("query") || changed.has("reverse") || changed.has("pinned")) this.markCharacters();
    this.canvas.draw();
    say(this.told, narrator.sentence());
  }

  // Whom the mask hides is told apart here once a query, not once a head.
  markCharacters() {
    const { film, state } = this.machine;
    this.characters.forEach((character, at) => {
      const [query, key] = state.reverse ? [at, state.query] : [state.query, at];
      character.classList.toggle("unseen", film.cell(query, key) < 0);
      const active = at === state.query;
      if (active === character.classList.contains("active") && !active) return;
      character.classList.toggle("active", active);
      character.tabIndex = active ? 0 : -1;
      character.setAttribute("aria-pressed", String(active && state.pinned));
    });
  }

  // ---- pointing

  indexOf(target) {
    return this.characters.indexOf(target.closest(".character"));
  }

  onPoint(event) {
    // A finger that slides keeps the element on which it began: the place under it counts.
    const under = event.pointerType === "touch" ? this.text.getRootNode().elementFromPoint(event.clientX, event.clientY) : event.target;
    const at = under ? this.indexOf(under) : -1;
    if (at >= 0) this.machine.point(at, null);
  }

  onFocus(event) {
    const at = this.indexOf(event.target);
    if (at >= 0 && event.target.matches(":focus-visible")) this.machine.point(at, null, true);
  }

  onKey(event) {
    if (this.machine.pinOrFree(event)) return;
    const at = this.indexOf(event.target);
    const to = at < 0 ? null : this.neighbour(at, event.key);
    if (to === null) return;
    event.preventDefault();
    this.machine.point(to, null, true);
    this.characters[to].focus();
  }

  neighbour(at, key) {
    const last = this.characters.length - 1;
    const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    if (key in steps) return clamp(steps[key], 0, last);
    if (key === "ArrowUp") return this.onLine(at, (y) => y < this.boxes[at].y - 1, Math.max);
    if (key === "ArrowDown") return this.onLine(at, (y) => y > this.boxes[at].y + 1, Math.min);
    return null;
  }

  // The character nearest above or below: lines are as the page breaks them.
  onLine(at, fits, nearest) {
    const lines = this.boxes.map(({ y }) => y).filter(fits);
    if (!lines.length) return at;
    const y = nearest(...lines);
    let best = at;
    let apart = Infinity;
    this.boxes.forEach((box, index) => {
      const distance = Math.abs(box.x - this.boxes[at].x);
      if (Math.abs(box.y - y) < 1 && distance < apart) [best, apart] = [index, distance];
    });
    return best;
  }
}
