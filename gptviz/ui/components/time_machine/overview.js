// All heads at a glance: one small map a block and head; a click chooses the one that is shown large.

const SMALLEST_TILE_PX = 64;
const LARGEST_TILE_PX = 128;
const TILE_GAP_PX = 8;

class Overview {
  constructor(machine, parent) {
    this.machine = machine;
    this.root = element("section", "overview", parent);
    this.title = element("h2", "", this.root);
    this.blocks = element("div", "", this.root);
    element("p", "hint", this.root);
    this.tiles = [];
    this.root.onkeydown = (event) => this.onKey(event);
  }

  rebuild() {
    const { film } = this.machine;
    this.painter = new MapPainter(film);
    this.root.setAttribute("aria-label", film.words.overview);
    say(this.title, film.words.overview);
    say(this.root.querySelector(".hint"), film.words.overviewHint);
    this.tiles = [];
    this.blocks.replaceChildren();
    for (let block = 0; block < film.blocks; block++) {
      const row = element("div", "block", this.blocks);
      say(element("p", "block-name", row), film.words.blocks[block]);
      const tiles = element("div", "tiles", row);
      for (let head = 0; head < film.heads; head++) this.tiles.push(this.buildTile(block, head, tiles));
    }
    this.fit();
  }

  buildTile(block, head, parent) {
    const { film } = this.machine;
    const tile = button("tile", parent, () => this.machine.pick(block, head));
    tile.style.setProperty("--head-color", film.headColors[head]);
    tile.setAttribute("aria-label", `${film.words.blocks[block]}, ${film.words.heads[head]}`);
    say(element("span", "tile-name", tile), film.words.heads[head]);
    const canvas = element("canvas", "", tile);
    return { block, head, tile, canvas, context: canvas.getContext("2d") };
  }

  // Whole device pixels a cell, so that every cell is as large as its neighbour.
  fit() {
    const width = this.root.clientWidth;
    if (!width) return;
    const { heads, length } = this.machine.film;
    const columns = columnsFor(heads, width);
    const room = Math.min(LARGEST_TILE_PX, (width - TILE_GAP_PX * (columns - 1)) / columns);
    this.cell = Math.max(1, Math.floor((room * devicePixelRatio) / length));
    const side = Math.min(room, (this.cell * length) / devicePixelRatio);
    for (const tiles of this.root.querySelectorAll(".tiles")) tiles.style.gridTemplateColumns = `repeat(${columns}, ${side}px)`;
    for (const { canvas } of this.tiles) {
      canvas.width = canvas.height = this.cell * length;
      canvas.style.width = canvas.style.height = `${side}px`;
    }
  }

  show(changed) {
    const { film, state } = this.machine;
    for (const { block, head, tile, context } of this.tiles) {
      const chosen = state.block === block && state.head === head;
      tile.setAttribute("aria-pressed", String(chosen));
      tile.tabIndex = chosen ? 0 : -1;
      if (changed.has("frame")) this.painter.paint(context, film.map(state.frame, block, head), this.cell);
    }
  }

  // Arrows move between maps and choose; the server is told when they come to rest.
  onKey(event) {
    const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const at = this.tiles.find(({ tile }) => tile === event.target);
    if (!by || !at) return;
    event.preventDefault();
    const { blocks, heads } = this.machine.film;
    const block = clamp(at.block + by[0], 0, blocks - 1);
    const head = clamp(at.head + by[1], 0, heads - 1);
    this.machine.pick(block, head);
    this.tiles[block * heads + head].tile.focus();
  }
}

// As many columns as there is room for; fewer than all heads: rows of equal length, if they can be.
function columnsFor(heads, width) {
  const most = Math.max(1, Math.min(heads, Math.floor((width + TILE_GAP_PX) / (SMALLEST_TILE_PX + TILE_GAP_PX))));
  for (let columns = most; columns > most / 2; columns--) if (heads % columns === 0) return columns;
  return most;
}
