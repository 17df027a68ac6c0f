// One array as a picture: cells in groups (one a head, where an array holds all heads), each group a small image that
// is stretched to its place. How groups lie shows the shape: side by side (T, E), with gaps (T, H, D), stacked (H, T, D).

const LARGEST_CELL_PX = 22;
const GUTTER_PX = { left: 22, top: 18 };
const CUT_GAP_PX = 7;
const STACK_GAP_PX = 18;
const MOVE_MS = 600;

class Picture {
  // spec: { id, array, kind: "sheet" | "square" | "slice" | "sliceT", layout, range, masked, outline, dim, marks, pick, cursor }
  constructor(layer, spec, parent, word) {
    Object.assign(this, { layer, spec, word });
    this.figure = element("figure", "picture", parent);
    this.caption = element("figcaption", "", this.figure);
    this.canvas = element("canvas", "", this.figure);
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.context = this.canvas.getContext("2d");
    this.groups = groupsOf(layer, spec);
    this.images = this.groups.map((group) => image(layer, spec, group));
  }

  // ---- places

  // room: { width, height } in CSS pixels; px and py, where the caller wants a fixed size of cells.
  fit(room) {
    this.layout = layoutOf(this.layer, this.spec, this.groups, room);
    const { width, height } = this.layout;
    const ratio = devicePixelRatio;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
  }

  // Move the groups from another layout of the same array to this one.
  moveFrom(layout, shown) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.draw(shown);
    const start = performance.now();
    const mix = (a, b, share) => a + (b - a) * share;
    const frame = (now) => {
      if (!this.canvas.isConnected) return;
      const passed = Math.min(1, (now - start) / MOVE_MS);
      const share = passed < 0.5 ? 2 * passed ** 2 : 1 - 2 * (1 - passed) ** 2;
      const places = this.layout.places.map((to, at) => ({
        x: mix(layout.places[at].x, to.x, share),
        y: mix(layout.places[at].y, to.y, share),
        px: mix(layout.places[at].px, to.px, share),
        py: mix(layout.places[at].py, to.py, share),
      }));
      this.draw(shown, passed < 1 ? places : undefined);
      if (passed < 1) this.moving = requestAnimationFrame(frame);
    };
    cancelAnimationFrame(this.moving);
    frame(start);
  }

  // ---- drawing

  draw(shown, moving) {
    const { context, layer, spec } = this;
    const places = moving ?? this.layout.places;
    const ratio = devicePixelRatio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.layout.width, this.layout.height);
    context.imageSmoothingEnabled = false;
    this.groups.forEach((group, at) => {
      const { x, y, px, py } = places[at];
      context.globalAlpha = spec.dim && group.head !== layer.head ? 0.4 : 1;
      context.drawImage(this.images[at], x, y, group.columns * px, group.rows * py);
    });
    context.globalAlpha = 1;
    if (spec.masked) this.hatch(places[0]);
    if (spec.outline) this.outlineHead(places);
    if (moving) return;
    this.label(places);
    for (const mark of spec.marks(shown)) this.mark(mark, places);
  }

  hatch({ x, y, px, py }) {
    const { context, layer } = this;
    context.save();
    context.beginPath();
    for (let row = 0; row < layer.T - 1; row++) context.rect(x + (row + 1) * px, y + row * py, (layer.T - 1 - row) * px, py);
    context.clip();
    context.fillStyle = "rgba(128,128,128,0.18)";
    context.fillRect(x, y, layer.T * px, layer.T * py);
    context.strokeStyle = "rgba(128,128,128,0.55)";
    context.lineWidth = 1;
    context.beginPath();
    for (let at = 0; at < 2 * layer.T * px; at += 6) {
      context.moveTo(x + at, y);
      context.lineTo(x, y + at);
    }
    context.stroke();
    context.restore();
  }

  // One colour for the head, the same in every step.
  outlineHead(places) {
    const { context, layer, spec, groups } = this;
    context.strokeStyle = layer.headColor;
    context.lineWidth = 3;
    const around = groups.map((group, at) => at).filter((at) => spec.outline === "all" || groups[at].head === layer.head);
    const boxes = around.map((at) => box(groups[at], places[at]));
    if (spec.outline === "all") boxes.splice(0, boxes.length, union(boxes));
    for (const { x, y, width, height } of boxes) context.strokeRect(x - 1.5, y - 1.5, width + 3, height + 3);
  }

  label(places) {
    const { context, layer, spec, groups } = this;
    const style = getComputedStyle(this.canvas);
    context.fillStyle = style.color;
    context.textBaseline = "middle";
    const { px, py, x, y } = places[0];
    const tokens = { sheet: "rows", slice: "rows", square: "both", sliceT: "columns" }[spec.kind];
    context.font = `11px ${style.getPropertyValue("--token-font")}`;
    context.textAlign = "right";
    if (tokens !== "columns") {
      const lefts = new Set();
      places.forEach((place, at) => {
        // Names of rows stand beside the leftmost groups only.
        if (py < 10 || place.x > x + 1 || lefts.has(place.y)) return;
        lefts.add(place.y);
        for (let row = 0; row < groups[at].rows; row++) context.fillText(layer.labels[row], x - 5, place.y + (row + 0.5) * py);
      });
    }
    context.textAlign = "center";
    if (tokens !== "rows" && px >= 10) {
      for (let at = 0; at < layer.T; at++) context.fillText(layer.labels[at], x + (at + 0.5) * px, y - 8);
    }
    if (spec.kind === "sheet" && spec.layout !== "whole") this.nameHeads(places, style);
  }

  nameHeads(places, style) {
    const { context, layer, groups } = this;
    context.font = `11px ${style.fontFamily}`;
    groups.forEach((group, at) => {
      const { x, y, width } = box(group, places[at]);
      const text = width >= 64 ? `${this.word} ${group.head + 1}` : `${group.head + 1}`;
      if (width < 9 || this.layout.gap < 14) return;
      const mine = group.head === layer.head;
      context.fillStyle = mine ? layer.headColor : style.color;
      context.globalAlpha = mine ? 1 : 0.6;
      context.fillText(text, x + width / 2, y - 9);
    });
    context.globalAlpha = 1;
  }

  // A strip ({ row } or { column }) or a cell ({ row, column }); of one group ({ head }) or of all.
  mark({ row, column, head }, places) {
    const { context } = this;
    const boxes = this.groups.flatMap((group, at) => {
      if (head !== undefined && group.head !== head) return [];
      const { x, y, px, py } = places[at];
      const [rows, columns] = [row === undefined ? group.rows : 1, column === undefined ? group.columns : 1];
      return [box({ rows, columns }, { x: x + (column ?? 0) * px, y: y + (row ?? 0) * py, px, py })];
    });
    const { x, y, width, height } = union(boxes);
    // White on black: seen on every colour of the scale.
    for (const [style, line] of [["#000", 3.5], ["#fff", 1.5]]) {
      context.strokeStyle = style;
      context.lineWidth = line;
      context.strokeRect(x - 0.5, y - 0.5, width + 1, height + 1);
    }
  }

  // ---- pointing

  // The cell under the pointer, as [row, column of the whole array]; null between the groups.
  cellAt(event) {
    const from = this.canvas.getBoundingClientRect();
    const [left, top] = [event.clientX - from.left, event.clientY - from.top];
    for (let at = 0; at < this.groups.length; at++) {
      const group = this.groups[at];
      const { x, y, px, py } = this.layout.places[at];
      const [row, column] = [Math.floor((top - y) / py), Math.floor((left - x) / px)];
      if (row >= 0 && row < group.rows && column >= 0 && column < group.columns) return [row, group.first + column];
    }
    return null;
  }
}

// ---- cells

function groupsOf(layer, spec) {
  const { T, D, H, head } = layer;
  if (spec.kind === "sheet") {
    return Array.from({ length: H }, (_, at) => ({ head: at, first: at * D, rows: T, columns: D }));
  }
  if (spec.kind === "square") return [{ head, first: 0, rows: T, columns: T }];
  return spec.kind === "slice" ? [{ head, first: 0, rows: T, columns: D }] : [{ head, first: 0, rows: D, columns: T }];
}

function valueOf(layer, spec, group, row, column) {
  if (spec.kind === "sheet") return layer.at(spec.array, row, group.first + column);
  if (spec.kind === "square") return layer.at(spec.array, row, column);
  const first = layer.head * layer.D;
  return spec.kind === "slice" ? layer.at(spec.array, row, first + column) : layer.at(spec.array, column, first + row);
}

// The image of a group, one pixel a cell; what is not a number stays empty.
function image(layer, spec, group) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: group.columns, height: group.rows });
  const pixels = new ImageData(group.columns, group.rows);
  const table = spec.weights ? layer.sequentialTable : layer.divergingTable;
  const most = largest(layer, spec.range ?? [spec.array]);
  for (let row = 0, to = 0; row < group.rows; row++) {
    for (let column = 0; column < group.columns; column++, to += 4) {
      const value = valueOf(layer, spec, group, row, column);
      if (!Number.isFinite(value) || (spec.masked && column > row)) continue;
      const share = spec.weights ? Math.sqrt(Math.min(1, Math.max(0, value))) : (value / most + 1) / 2;
      const color = Math.round(255 * share) * 3;
      pixels.data.set([table[color], table[color + 1], table[color + 2], 255], to);
    }
  }
  canvas.getContext("2d").putImageData(pixels, 0, 0);
  return canvas;
}

function largest(layer, names) {
  let most = 1e-30;
  for (const name of names) {
    for (const value of layer.arrays[name].numbers) {
      if (Number.isFinite(value) && Math.abs(value) > most) most = Math.abs(value);
    }
  }
  return most;
}

// ---- layouts: { width, height, gap, places: [{ x, y, px, py }] }

function layoutOf(layer, spec, groups, room) {
  if (spec.kind !== "sheet") return single(groups[0], room);
  if (spec.layout === "stacked") return stacked(layer, room);
  return sideBySide(layer, room, spec.layout === "cut" ? Math.min(CUT_GAP_PX, (0.3 * room.width) / layer.H) : 0, spec);
}

function single(group, room) {
  const px = room.px ?? cell((room.width - GUTTER_PX.left - 3) / group.columns);
  const py = room.py ?? cell(Math.min((room.height - GUTTER_PX.top) / group.rows, px));
  return sized([{ x: GUTTER_PX.left, y: GUTTER_PX.top, px, py }], [group], 0);
}

function sideBySide({ T, D, H, E }, room, gap, spec) {
  const px = cell((room.width - GUTTER_PX.left - 3 - gap * (H - 1)) / E);
  const py = cell(Math.min((room.height - GUTTER_PX.top) / T, LARGEST_CELL_PX));
  const places = Array.from({ length: H }, (_, at) => ({ x: GUTTER_PX.left + at * (D * px + gap), y: GUTTER_PX.top, px, py }));
  return sized(places, Array(H).fill({ rows: T, columns: D }), spec.layout === "whole" ? 0 : STACK_GAP_PX);
}

// As many columns of heads as make the cells largest.
function stacked({ T, D, H }, room) {
  let best = null;
  for (let columns = 1; columns <= H; columns++) {
    const rows = Math.ceil(H / columns);
    const gap = rows > 8 ? 4 : STACK_GAP_PX;
    const px = (room.width - GUTTER_PX.left - 3 - CUT_GAP_PX * (columns - 1)) / (columns * D);
    const py = (room.height - GUTTER_PX.top - gap * (rows - 1)) / (rows * T);
    if (!best || Math.min(px, py) > Math.min(best.px, best.py)) best = { rows, gap, px, py };
  }
  const { rows, gap } = best;
  const [px, py] = [cell(best.px), cell(Math.min(best.py, LARGEST_CELL_PX))];
  const places = Array.from({ length: H }, (_, at) => ({
    x: GUTTER_PX.left + Math.floor(at / rows) * (D * px + CUT_GAP_PX),
    y: GUTTER_PX.top + (at % rows) * (T * py + gap),
    px,
    py,
  }));
  return sized(places, Array(H).fill({ rows: T, columns: D }), gap);
}

function sized(places, groups, gap) {
  const { x, y, width, height } = union(places.map((place, at) => box(groups[at], place)));
  return { places, gap, width: Math.ceil(x + width + 3), height: Math.ceil(y + height + 3) };
}

// Whole device pixels a cell where there are any, so that all cells are equally large.
function cell(px) {
  const device = Math.max(0.5, Math.min(px, LARGEST_CELL_PX)) * devicePixelRatio;
  return (device >= 2 ? Math.floor(device) : device) / devicePixelRatio;
}

function box({ rows, columns }, { x, y, px, py }) {
  return { x, y, width: columns * px, height: rows * py };
}

function union(boxes) {
  const [x, y] = [Math.min(...boxes.map((one) => one.x)), Math.min(...boxes.map((one) => one.y))];
  const right = Math.max(...boxes.map((one) => one.x + one.width));
  const bottom = Math.max(...boxes.map((one) => one.y + one.height));
  return { x, y, width: right - x, height: bottom - y };
}
