// One head large: rows are queries, columns keys. What is pointed at here lights up in the text, and the other way round.

const LARGEST_MAP_PX = 440;
const NAME_ROOM_PX = 30; // beside and above the map
const NAME_APART_PX = 13;
const SUM_ROOM_PX = 84;

class LargeMap {
  constructor(machine, parent) {
    this.machine = machine;
    this.root = element("section", "large", parent);
    this.title = element("h2", "", this.root);
    const line = element("div", "above", this.root);
    this.scale = element("div", "scale", line);
    this.sums = button("toggle sums", line, () => this.machine.set({ sums: !this.machine.state.sums }));
    this.canvas = element("canvas", "map", this.root);
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    this.context = this.canvas.getContext("2d");
    this.base = document.createElement("canvas"); // the map without what is pointed at
    this.readout = element("p", "readout", this.root);
    this.readout.setAttribute("aria-hidden", "true"); // the narrator says it
    this.canvas.onpointermove = (event) => this.point(event);
    this.canvas.onpointerdown = (event) => this.point(event) && this.machine.pin();
    this.canvas.onpointerleave = (event) => event.pointerType !== "touch" && this.machine.leave();
    this.canvas.onkeydown = (event) => this.onKey(event);
  }

  rebuild() {
    const { film } = this.machine;
    this.painter = new MapPainter(film);
    say(this.sums, film.words.rowSums);
    this.sums.hidden = !film.words.rowSums;
    this.drawScale();
    this.fit();
  }

  // The colour bar is a plain axis of weights; the colours stand at the root of the weight, as in all our maps.
  drawScale() {
    const { film } = this.machine;
    const { table, words } = film;
    const root = film.scale === "weight";
    const stops = Array.from({ length: 33 }, (_, at) => {
      const entry = Math.round(255 * (root ? Math.sqrt(at / 32) : at / 32)) * 3;
      return `rgb(${table[entry]},${table[entry + 1]},${table[entry + 2]})`;
    });
    this.scale.replaceChildren();
    say(element("span", "", this.scale), words.weight);
    say(element("span", "", this.scale), root ? "0" : "−1");
    element("div", "ramp", this.scale).style.background = `linear-gradient(to right, ${stops.join(",")})`;
    say(element("span", "", this.scale), "1");
  }

  fit() {
    const { film, state } = this.machine;
    const width = this.root.clientWidth;
    if (!width) return;
    const right = state.sums ? SUM_ROOM_PX : 0;
    const room = Math.min(LARGEST_MAP_PX, width - NAME_ROOM_PX - right);
    const pixels = devicePixelRatio;
    this.cell = Math.max(1, Math.floor((room * pixels) / film.length));
    this.corner = Math.round(NAME_ROOM_PX * pixels);
    const side = this.cell * film.length;
    this.canvas.width = this.corner + side + Math.round(right * pixels);
    this.canvas.height = this.corner + side;
    this.canvas.style.width = `${this.canvas.width / pixels}px`;
    this.base.width = this.canvas.width;
    this.base.height = this.canvas.height;
  }

  show(changed) {
    const { film, state } = this.machine;
    if (changed.has("sums")) this.fit();
    if (["frame", "block", "head", "sums", "exact"].some((name) => changed.has(name))) {
      this.drawBase();
      const { words } = film;
      const place = { block: words.blocks[state.block], head: words.heads[state.head] };
      say(this.title, filled(words.mapTitle, { ...place, step: film.stepNames[state.frame] }));
      this.canvas.setAttribute("aria-label", filled(words.mapHint, place));
      this.sums.setAttribute("aria-pressed", String(state.sums));
    }
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.context.drawImage(this.base, 0, 0);
    this.drawPointed();
    say(this.readout, this.machine.narrator.cell() || film.words.pointHint);
  }

  drawBase() {
    const { film, state } = this.machine;
    const context = this.base.getContext("2d");
    context.clearRect(0, 0, this.base.width, this.base.height);
    this.painter.paint(context, film.map(state.frame, state.block, state.head), this.cell, this.corner, this.corner);
    this.drawNames(context);
    if (state.sums) this.drawSums(context);
  }

  drawNames(context) {
    const { labels } = this.machine.film;
    const pixels = devicePixelRatio;
    const apart = Math.max(1, Math.ceil((NAME_APART_PX * pixels) / this.cell));
    const gap = 4 * pixels;
    context.font = this.font();
    context.fillStyle = this.ink();
    for (let at = 0; at < labels.length; at += apart) {
      const middle = this.corner + (at + 0.5) * this.cell;
      context.textBaseline = "middle";
      context.textAlign = "right";
      context.fillText(labels[at], this.corner - gap, middle, this.corner - gap);
      context.textBaseline = "bottom";
      context.textAlign = "center";
      context.fillText(labels[at], middle, this.corner - gap, Math.max(apart * this.cell, 10 * pixels));
    }
  }

  // What each row adds up to: 1, if the softmax was over keys.
  drawSums(context) {
    const { film, state } = this.machine;
    const pixels = devicePixelRatio;
    const left = this.corner + film.length * this.cell + 6 * pixels;
    const apart = Math.max(1, Math.ceil((NAME_APART_PX * pixels) / this.cell));
    const sums = film.labels.map((_, query) => {
      const keys = film.causal ? query + 1 : film.length;
      let sum = 0;
      for (let key = 0; key < keys; key++) sum += film.weight(state, state.head, query, key);
      return sum;
    });
    const longest = Math.max(1, ...sums);
    context.font = this.font();
    context.textAlign = "left";
    context.textBaseline = "middle";
    sums.forEach((sum, query) => {
      const top = this.corner + query * this.cell;
      context.fillStyle = "rgba(128,128,128,0.75)";
      context.fillRect(left, top, (36 * pixels * sum) / longest, Math.max(1, this.cell - pixels));
      context.fillStyle = this.ink();
      if (query % apart === 0) context.fillText(sum.toFixed(2), left + 42 * pixels, top + this.cell / 2);
    });
  }

  drawPointed() {
    const { film, state } = this.machine;
    const length = film.length * this.cell;
    const width = Math.max(1, Math.round(devicePixelRatio));
    const at = (index) => this.corner + index * this.cell;
    const rows = state.reverse ? [] : [state.query];
    const columns = [state.reverse ? state.query : null, state.key].filter((one) => one !== null);
    if (state.reverse && state.key !== null) rows.push(columns.pop());
    // White on black: seen on every colour of the scale.
    for (const [style, extra] of [["#000", width], ["#fff", 0]]) {
      this.context.strokeStyle = style;
      this.context.lineWidth = width + 2 * extra;
      for (const row of rows) this.context.strokeRect(this.corner, at(row), length, this.cell);
      for (const column of columns) this.context.strokeRect(at(column), this.corner, this.cell, length);
    }
  }

  font() {
    return `${11 * devicePixelRatio}px ${getComputedStyle(this.root).getPropertyValue("--st-code-font") || "monospace"}`;
  }

  ink() {
    return getComputedStyle(this.root).color;
  }

  // ---- pointing, by pointer and by keys

  point(event) {
    const { film, state } = this.machine;
    const box = this.canvas.getBoundingClientRect();
    const index = (from) => Math.floor((from * devicePixelRatio - this.corner) / this.cell);
    const row = index(event.clientY - box.top);
    const column = index(event.clientX - box.left);
    const outside = (at) => at < 0 || at >= film.length;
    if (outside(row) || outside(column)) {
      this.machine.leave();
      return false;
    }
    this.machine.point(...(state.reverse ? [column, row] : [row, column]));
    return true;
  }

  onKey(event) {
    const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (this.machine.pinOrFree(event) || !by) return;
    event.preventDefault();
    const { film, state } = this.machine;
    const last = film.length - 1;
    const [row, column] = state.reverse ? [state.key ?? state.query, state.query] : [state.query, state.key ?? state.query];
    const moved = [clamp(row + by[0], 0, last), clamp(column + by[1], 0, last)];
    this.machine.point(...(state.reverse ? moved.reverse() : moved), true);
  }
}
