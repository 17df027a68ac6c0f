// Draws the grid of attention maps. Streamlit calls the default export again with each new payload: the elements are
// made once, then only pixels change. Texts enter the page by textContent alone.

const FRAMES_A_SECOND = 6;
const FRAMES_A_SECOND_CALM = 1; // for readers who ask for less motion
const SMALLEST_TILE_PX = 72;
const LARGEST_TILE_PX = 240;
const LARGEST_SINGLE_PX = 420;
const GAP_PX = 8;

export default function ({ parentElement, data, setTriggerValue }) {
  return mounted(parentElement, Grid, (grid) => {
    grid.report = setTriggerValue;
    grid.receive(unpack(data));
  });
}

class Grid {
  constructor(parent) {
    this.root = skeleton(parent);
    this.at = (name) => this.root.querySelector(name);
    this.tiles = [];
    this.frame = 0;
    this.selected = null;
    this.focused = [0, 0];
    this.hovered = null; // { block, head, query, key }
    this.timer = null;
    this.at(".play").onclick = () => (this.timer ? this.pause() : this.play());
    this.at(".time").oninput = (event) => {
      this.stop();
      this.show(Number(event.target.value));
    };
    this.at(".time").onchange = () => this.reportFrame();
    this.root.onkeydown = (event) => this.move(event);
    this.resizing = new ResizeObserver(() => this.fit());
    this.resizing.observe(this.root);
    this.onLive = ({ detail }) => {
      const bytes = detail[this.maps.part];
      if (bytes) this.update(unpack(bytes));
    };
    document.addEventListener("gptviz-live", this.onLive);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    if (this.maps) this.labelPlay();
  }

  end() {
    this.stop();
    this.resizing.disconnect();
    document.removeEventListener("gptviz-live", this.onLive);
    this.root.remove();
  }

  // ---- new data

  // From the page: it may draw what the feed has overtaken meanwhile.
  receive(maps) {
    const before = this.maps;
    if (before?.part && before.run === maps.run && before.at > maps.at) return;
    this.update(maps);
  }

  update(maps) {
    const before = this.maps;
    const stoodOnLast = !before || this.frame === before.frames - 1;
    const stepBefore = before?.steps[this.frame];
    this.maps = maps;
    this.painter = new MapPainter(maps);
    this.frame = stoodOnLast ? maps.frames - 1 : Math.max(0, maps.steps.indexOf(stepBefore));
    // A frame that the page asks for wins, once: afterwards the reader moves the slider.
    if (maps.frame !== null && maps.frame !== before?.frame) this.frame = maps.frame;
    if (before && before.length !== maps.length) this.hovered = null;
    if (String(maps.selected) !== String(before?.selected ?? null)) this.selected = maps.selected;
    const sameTiles = before && before.blocks === maps.blocks && before.heads === maps.heads;
    if (!sameTiles) this.build();
    this.write();
    this.fit();
    if (!before && maps.plays && !wantsCalm()) this.play();
  }

  build() {
    this.hovered = null;
    this.focused = [0, 0];
    this.tiles = [];
    this.at(".blocks").replaceChildren();
    for (let block = 0; block < this.maps.blocks; block++) {
      const row = element("div", "block", this.at(".blocks"));
      element("p", "block-name", row);
      const tiles = element("div", "tiles", row);
      for (let head = 0; head < this.maps.heads; head++) this.tiles.push(this.buildTile(block, head, tiles));
    }
  }

  buildTile(block, head, parent) {
    const button = element("button", "tile", parent);
    button.type = "button";
    const name = element("span", "tile-name", button);
    const canvas = element("canvas", "", button);
    button.onclick = () => this.pick(block, head);
    button.onfocus = () => (this.focused = [block, head]);
    // On the button, as Firefox keeps pointer events from what is inside one.
    button.onpointermove = button.onpointerdown = (event) => this.hover(block, head, canvas, event);
    // A finger that is lifted leaves its reading on the screen.
    button.onpointerleave = (event) => event.pointerType !== "touch" && this.leave();
    return { block, head, button, name, canvas, context: canvas.getContext("2d") };
  }

  // Words, steps and selection: cheap, and the language may have changed.
  write() {
    const { words, frames, headColors } = this.maps;
    this.root.setAttribute("aria-label", words.title);
    say(this.at(".title"), this.maps.part ? words.title : "");
    this.at(".film").hidden = frames < 2;
    this.root.classList.toggle("single", this.tiles.length === 1);
    Object.assign(this.at(".time"), { max: frames - 1, ariaLabel: words.slider });
    this.labelPlay();
    this.root.querySelectorAll(".block-name").forEach((name, block) => say(name, words.blocks[block]));
    for (const { block, head, button, name } of this.tiles) {
      say(name, words.heads[head]);
      button.style.setProperty("--head-color", headColors[head]);
      button.setAttribute("aria-label", `${words.blocks[block]}, ${words.heads[head]}`);
      button.setAttribute("aria-pressed", String(this.selected?.[0] === block && this.selected?.[1] === head));
      button.tabIndex = this.focused[0] === block && this.focused[1] === head ? 0 : -1;
    }
    say(this.at(".readout"), words.hint);
  }

  // ---- size: whole device pixels a cell, so that every cell is as large as its neighbour

  fit() {
    const width = this.root.clientWidth;
    if (!this.maps || !width) return;
    const { heads, length } = this.maps;
    const columns = columnsFor(heads, width);
    const largest = this.tiles.length === 1 ? LARGEST_SINGLE_PX : LARGEST_TILE_PX;
    const room = Math.min(largest, (width - GAP_PX * (columns - 1)) / columns);
    const cell = Math.max(1, Math.floor((room * devicePixelRatio) / length));
    const side = Math.min(room, (cell * length) / devicePixelRatio);
    this.cell = cell;
    this.side = side;
    for (const tiles of this.root.querySelectorAll(".tiles")) {
      tiles.style.gridTemplateColumns = `repeat(${columns}, ${side}px)`;
    }
    for (const { canvas } of this.tiles) {
      if (canvas.width !== cell * length) canvas.width = canvas.height = cell * length;
      canvas.style.width = canvas.style.height = `${side}px`;
    }
    this.show(this.frame);
  }

  // ---- pixels

  show(frame) {
    this.frame = frame;
    const { words, steps } = this.maps;
    const step = words.step.replace("%step%", steps[frame]);
    this.at(".time").value = frame;
    this.at(".time").setAttribute("aria-valuetext", step);
    say(this.at(".step"), step);
    for (const tile of this.tiles) this.draw(tile);
    if (this.hovered) this.tell();
  }

  draw({ block, head, context }) {
    this.painter.paint(context, this.weightsOf(block, head), this.cell);
    if (this.hovered?.block === block && this.hovered?.head === head) this.outline(context);
  }

  weightsOf(block, head) {
    const { heads, blocks, bytes } = this.maps;
    const size = mapSize(this.maps);
    const start = ((this.frame * blocks + block) * heads + head) * size;
    return bytes.subarray(start, start + size);
  }

  outline(context) {
    const { query, key } = this.hovered;
    const { cell } = this;
    const length = this.maps.length * cell;
    const width = Math.max(1, Math.round(devicePixelRatio));
    // White on black: seen on every colour of the scale.
    for (const [style, extra] of [["#000", width], ["#fff", 0]]) {
      context.strokeStyle = style;
      context.lineWidth = width + 2 * extra;
      context.strokeRect(0, query * cell, length, cell);
      context.strokeRect(key * cell, 0, cell, length);
    }
  }

  // ---- pointing

  hover(block, head, canvas, event) {
    const { length } = this.maps;
    const box = canvas.getBoundingClientRect();
    if (event.clientY < box.top) return this.leave(); // on its name
    const index = (from, size) => Math.min(length - 1, Math.max(0, Math.floor((from / size) * length)));
    const before = this.hovered;
    this.hovered = {
      block,
      head,
      query: index(event.clientY - box.top, box.height),
      key: index(event.clientX - box.left, box.width),
    };
    const outside = this.root.getBoundingClientRect();
    this.pointer = { x: event.clientX - outside.left, y: event.clientY - outside.top };
    if (before && (before.block !== block || before.head !== head)) this.redraw(before);
    this.redraw(this.hovered);
    this.tell();
  }

  leave() {
    const before = this.hovered;
    this.hovered = null;
    this.at(".tip").hidden = true;
    if (before) this.redraw(before);
  }

  redraw({ block, head }) {
    this.draw(this.tiles[block * this.maps.heads + head]);
  }

  tell() {
    const { words, labels, causal, length, scale } = this.maps;
    const { block, head, query, key } = this.hovered;
    const tip = this.at(".tip");
    const masked = causal && key > query;
    const byte = this.weightsOf(block, head)[causal ? (query * (query + 1)) / 2 + key : query * length + key];
    const value = masked ? words.future : `${words.weight} ${VALUE[scale](byte).toFixed(3)}`;
    tip.replaceChildren(
      `${words.query} ${query} `, bdi(labels[query]), ` → ${words.key} ${key} `, bdi(labels[key]), ` · ${value}`,
    );
    tip.hidden = false;
    const left = Math.min(this.pointer.x + 14, this.root.clientWidth - tip.offsetWidth);
    tip.style.left = `${Math.max(0, left)}px`;
    tip.style.top = `${this.pointer.y + 18}px`;
  }

  // ---- choosing, by click, Enter or Space; arrows move between maps

  pick(block, head) {
    this.selected = [block, head];
    this.write();
    this.report("picked", [block, head]);
  }

  move(event) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!step || !event.target.closest(".tile")) return;
    event.preventDefault();
    const { blocks, heads } = this.maps;
    const block = Math.min(blocks - 1, Math.max(0, this.focused[0] + step[0]));
    const head = Math.min(heads - 1, Math.max(0, this.focused[1] + step[1]));
    this.focused = [block, head];
    this.write();
    this.tiles[block * heads + head].button.focus();
  }

  // ---- film

  play() {
    if (this.frame === this.maps.frames - 1) this.show(0);
    this.timer = setInterval(() => this.advance(), 1000 / (wantsCalm() ? FRAMES_A_SECOND_CALM : FRAMES_A_SECOND));
    this.labelPlay();
  }

  advance() {
    if (this.frame < this.maps.frames - 1) this.show(this.frame + 1);
    if (this.frame === this.maps.frames - 1) this.pause();
  }

  pause() {
    this.stop();
    this.reportFrame();
  }

  labelPlay() {
    const { words } = this.maps;
    say(this.at(".play"), this.timer ? `▮▮ ${words.pause}` : `▶ ${words.play}`);
  }

  reportFrame() {
    if (this.maps.reportsFrame) this.report("frame", this.frame);
  }
}

// As many columns as there is room for; fewer than all heads: rows of equal length, if they can be.
function columnsFor(heads, width) {
  const most = Math.max(1, Math.min(heads, Math.floor((width + GAP_PX) / (SMALLEST_TILE_PX + GAP_PX))));
  for (let columns = most; columns > most / 2; columns--) if (heads % columns === 0) return columns;
  return most;
}

function wantsCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function skeleton(parent) {
  const root = element("section", "maps", parent);
  root.setAttribute("role", "group");
  element("p", "title", root);
  const film = element("div", "film", root);
  element("button", "play", film).type = "button";
  Object.assign(element("input", "time", film), { type: "range", min: 0, step: 1 });
  element("output", "step", film);
  element("div", "blocks", root);
  element("p", "readout", root).setAttribute("role", "status");
  element("div", "tip", root).hidden = true;
  return root;
}

function bdi(text) {
  const made = document.createElement("bdi");
  made.textContent = text;
  return made;
}
