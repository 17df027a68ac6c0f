// The walk: a stepper, the pictures of the step, and below them where the cell that is pointed at comes from. Streamlit
// calls the default export again with each new payload; the place where the reader stands is the reader's own.

const REPORT_AFTER_MS = 150; // somebody who holds an arrow key down does not ask the server at every step
const TERMS_HEIGHT_PX = 96;

const SAME_VISIT_MS = 1000;

// Streamlit mounts the walk anew when an element above it comes or goes: the new one takes over from the one before.
let latest = null;

export default function ({ parentElement, data, setStateValue }) {
  return mounted(parentElement, Walk, (walk) => {
    walk.report = setStateValue;
    walk.update(data);
  });
}

class Walk {
  constructor(parent) {
    this.root = skeleton(parent);
    this.at = (name) => this.root.querySelector(name);
    this.hovered = null;
    this.array = "Q"; // of the arrays that stand side by side, the one that was pointed at last
    this.at(".back").onclick = () => this.go(this.step - 1);
    this.at(".next").onclick = () => this.go(this.step + 1);
    this.onKey = (event) => this.walkByKey(event);
    document.addEventListener("keydown", this.onKey);
    this.resizing = new ResizeObserver(() => this.root.clientWidth !== this.width && this.fit());
    this.resizing.observe(this.root);
    const terms = this.at(".terms");
    terms.onpointermove = terms.onpointerdown = (event) => this.pointAtTerm(event);
    terms.onpointerleave = () => this.tellTerm(null);
  }

  end() {
    document.removeEventListener("keydown", this.onKey);
    this.resizing.disconnect();
    clearTimeout(this.reporting);
    this.root.remove();
    this.stopped = performance.now();
  }

  // ---- new data

  update(data) {
    if (this.sent && same(this.sent, data)) return;
    this.sent = data.slice();
    const layer = unpack(data);
    for (const name of ["sequential", "diverging"]) {
      layer[`${name}Table`] = Uint8Array.from(layer[name].match(/../g), (pair) => parseInt(pair, 16));
    }
    if (!this.place) this.begin(layer);
    const before = this.layer;
    this.layer = layer;
    const within = (value, size) => Math.min(value, size - 1);
    const { query, key, number } = this.place;
    this.place = { query: within(query, layer.T), key: within(key, layer.T), number: within(number, layer.E) };
    // Another head was chosen: stay at the same number within it.
    if (before && (before.head !== layer.head || before.D !== layer.D)) {
      this.place.number = layer.head * layer.D + (number % layer.D);
    }
    this.root.style.setProperty("--head-color", layer.headColor);
    this.root.setAttribute("aria-label", layer.words.title);
    this.show();
  }

  begin(layer) {
    const before = latest;
    latest = this;
    this.place = layer.place;
    this.step = layer.steps.findIndex(({ key }) => key === layer.place.step);
    if (!before || before.stopped < performance.now() - SAME_VISIT_MS) return;
    Object.assign(this, { place: before.place, step: before.step, array: before.array });
    if (before.moved) this.tellServer(layer);
  }

  go(step) {
    if (step < 0 || step >= this.layer.steps.length || step === this.step) return;
    this.step = step;
    this.show();
    this.tellServer();
  }

  show() {
    const { layer, step } = this;
    const { key, title, look, before, after, numpy, torch } = layer.steps[step];
    const { words } = layer;
    this.hovered = null;
    this.writeStepper();
    say(this.at(".title"), `${step + 1}. ${title}`);
    say(this.at(".look"), look);
    this.at(".shapes").replaceChildren(...shapesOf(before), before.length ? "→" : "", ...shapesOf(after));
    say(this.at(".axes"), words.axes);
    say(this.at(".numpy"), numpy);
    say(this.at(".torch"), torch);
    say(this.at(".hint"), words.hint);
    this.build(key);
  }

  writeStepper() {
    const { layer, step } = this;
    const { words } = layer;
    say(this.at(".back"), `← ${words.back}`);
    say(this.at(".next"), `${words.next} →`);
    this.at(".back").disabled = step === 0;
    this.at(".next").disabled = step === layer.steps.length - 1;
    const dots = this.at(".dots");
    if (!dots.children.length) {
      layer.steps.forEach((_, at) => {
        const dot = element("button", "dot", element("li", "", dots));
        dot.type = "button";
        dot.textContent = at + 1;
        dot.onclick = () => this.go(at);
      });
    }
    dots.querySelectorAll(".dot").forEach((dot, at) => {
      dot.title = layer.steps[at].title;
      dot.setAttribute("aria-label", `${at + 1}. ${layer.steps[at].title}`);
      dot.toggleAttribute("aria-current", at === step);
    });
  }

  // ---- pictures

  build(key) {
    const before = Object.fromEntries((this.pictures ?? []).map((picture) => [picture.spec.id, picture]));
    const area = this.at(".pictures");
    area.replaceChildren();
    area.className = `pictures ${PRODUCTS.has(key) ? "product" : ""}`;
    this.pictures = picturesOf(key, this.layer).map((spec) => {
      const picture = new Picture(this.layer, spec, area, this.layer.words.head);
      picture.caption.append(...captionOf(spec));
      picture.figure.classList.add(spec.corner ?? "beside");
      picture.canvas.setAttribute("aria-label", picture.caption.textContent);
      this.wire(picture);
      return picture;
    });
    this.fit(before);
  }

  wire(picture) {
    const { canvas, spec } = picture;
    canvas.onpointermove = (event) => this.point(picture, event);
    canvas.onpointerdown = (event) => {
      event.preventDefault(); // the arrow keys go on to walk from step to step
      this.choose(picture, picture.cellAt(event));
    };
    canvas.onpointerleave = () => this.point(picture, null);
    canvas.onkeydown = (event) => {
      const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
      if (!moves) return;
      event.preventDefault();
      const [row, column] = spec.cursor(this.place);
      const [rows, columns] = spec.size;
      const clamp = (value, size) => Math.min(size - 1, Math.max(0, value));
      this.choose(picture, [clamp(row + moves[0], rows), clamp(column + moves[1], columns)]);
    };
  }

  // before: the pictures that stood here; those of the same arrays move from there to their new places.
  fit(before = null) {
    const width = (this.width = this.root.clientWidth);
    if (!this.layer || !width) return;
    const { key } = this.layer.steps[this.step];
    const rooms = roomsOf(key, this.layer, width);
    this.pictures.forEach((picture) => picture.fit(rooms(picture.spec)));
    this.redraw();
    for (const picture of before ? this.pictures : []) {
      const layout = layoutToComeFrom(picture, before[picture.spec.id], rooms);
      if (layout) picture.moveFrom(layout, this.shown());
    }
  }

  shown() {
    return { ...this.place, ...this.hovered, array: this.array };
  }

  redraw() {
    const shown = this.shown();
    this.pictures.forEach((picture) => picture.draw(shown));
    this.tellOrigin(shown);
  }

  // ---- pointing and choosing

  point(picture, event) {
    const cell = event && picture.cellAt(event);
    const before = this.hovered;
    this.hovered = cell ? picture.spec.pick(...cell, this.layer) : null;
    if (!before && !this.hovered) return;
    this.array = this.hovered ? picture.spec.array : (this.chosenArray ?? this.array);
    this.redraw();
  }

  choose(picture, cell) {
    if (!cell) return;
    this.place = { ...this.place, ...picture.spec.pick(...cell, this.layer) };
    this.chosenArray = this.array = picture.spec.array;
    this.hovered = null;
    this.redraw();
    this.tellServer();
  }

  // Arrow keys walk, unless they move something else: a cell of a picture, a slider, the cursor in a text.
  walkByKey(event) {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!move || !this.layer || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = event.composedPath()[0];
    const here = this.root.contains(target) && target.tagName !== "CANVAS";
    if (!here && target !== document.body) return;
    event.preventDefault();
    this.go(this.step + move);
  }

  tellServer(layer = this.layer) {
    clearTimeout(this.reporting);
    this.moved = true;
    const place = { ...this.place, step: layer.steps[this.step].key };
    this.reporting = setTimeout(() => this.report("place", place), REPORT_AFTER_MS);
  }

  // ---- where a number comes from

  tellOrigin(shown) {
    const { layer } = this;
    const { key } = layer.steps[this.step];
    const name = ["Q", "K", "V"].includes(this.array) ? this.array : "Q";
    this.origin = ORIGINS[key](layer, shown, name);
    this.at(".who").replaceChildren(...inline(whoIs(key, layer, shown, name)));
    say(this.at(".formula"), this.origin.formula.join("\n"));
    const terms = this.at(".terms");
    terms.hidden = !this.origin.terms;
    if (this.origin.terms) drawTerms(terms, layer, this.origin);
    this.tellTerm(null);
  }

  pointAtTerm(event) {
    const { terms } = this.origin;
    const from = this.at(".terms").getBoundingClientRect();
    const at = Math.floor(((event.clientX - from.left) / from.width) * terms.length);
    this.tellTerm(terms[Math.min(terms.length - 1, Math.max(0, at))]);
  }

  tellTerm(term) {
    const { layer, origin } = this;
    const line = this.at(".term");
    if (!origin.terms) return line.replaceChildren();
    const most = () => origin.terms.reduce((a, b) => (Math.abs(b.value) > Math.abs(a.value) ? b : a));
    const start = term ? [] : [`${layer.words.largest}: `];
    line.replaceChildren(...inline([...start, ...termLine(layer, origin, term ?? most())]));
  }
}

// One bar a term, up or down from zero.
function drawTerms(canvas, layer, { terms }) {
  const width = canvas.parentElement.clientWidth;
  const ratio = devicePixelRatio;
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(TERMS_HEIGHT_PX * ratio) });
  canvas.style.height = `${TERMS_HEIGHT_PX}px`;
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  const values = terms.map(({ value }) => (Number.isFinite(value) ? value : 0));
  const [high, low] = [Math.max(0, ...values), Math.min(0, ...values)];
  const tall = (TERMS_HEIGHT_PX - 4) / (high - low || 1);
  const zero = 2 + high * tall;
  const wide = width / terms.length;
  values.forEach((value, at) => {
    const mine = terms[at].mine === undefined || terms[at].mine;
    context.fillStyle = mine ? layer.headColor : "rgba(128,128,128,0.55)";
    const height = Math.abs(value) * tall;
    const room = Math.min(1.5, 0.2 * wide);
    context.fillRect(at * wide + room / 2, value > 0 ? zero - height : zero, wide - room, Math.max(height, 0.5));
  });
  context.fillStyle = "rgba(128,128,128,0.75)";
  context.fillRect(0, zero - 0.5, width, 1);
}

function same(one, other) {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

function skeleton(parent) {
  const root = element("section", "walk", parent);
  root.setAttribute("role", "group");
  const stepper = element("div", "stepper", root);
  element("button", "back", stepper).type = "button";
  element("ol", "dots", stepper);
  element("button", "next", stepper).type = "button";
  element("h2", "title", root).setAttribute("aria-live", "polite");
  element("p", "look", root);
  element("div", "shapes", root);
  const code = element("div", "code", root);
  for (const [name, title] of [["numpy", "NumPy"], ["torch", "PyTorch"]]) {
    const side = element("div", "", code);
    element("span", "quiet", side).textContent = title;
    element("pre", name, side);
  }
  element("div", "pictures", root);
  const origin = element("div", "origin", root);
  element("p", "who", origin);
  element("pre", "formula", origin).setAttribute("aria-live", "polite");
  element("canvas", "terms", origin);
  element("p", "term quiet", origin);
  element("p", "axes quiet", root);
  element("p", "hint quiet", root);
  return root;
}
