// Draws under the text how much each character gets: as bands in the heads' colours, or as lines to it.

const LEAST_SHOWN = 0.02; // a lighter line cannot be seen
const WIDEST_LINE_PX = 7;
const STRONGEST = 0.62; // opacity: the character on it must stay readable

class TokenCanvas {
  constructor(machine, canvas) {
    this.machine = machine;
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.boxes = [];
  }

  fit(width, height, boxes) {
    this.boxes = boxes;
    this.width = width;
    this.height = height;
    this.canvas.width = Math.round(width * devicePixelRatio);
    this.canvas.height = Math.round(height * devicePixelRatio);
    Object.assign(this.canvas.style, { width: `${width}px`, height: `${height}px` });
  }

  draw() {
    const { film, state } = this.machine;
    const { context, boxes } = this;
    if (boxes.length !== film.length) return;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    this.drawFuture();
    const heads = [...state.heads].sort((a, b) => a - b);
    heads.forEach((head, band) => {
      context.fillStyle = context.strokeStyle = film.headColors[head];
      if (state.lines) this.drawLines(head, (band + 1) / (heads.length + 1));
      else this.drawBands(head, band, heads.length);
    });
    context.globalAlpha = 1;
  }

  // The weight between the chosen character and another one, in the direction that the reader has chosen.
  weight(head, other) {
    const { film, state } = this.machine;
    return state.reverse ? film.weight(state, head, other, state.query) : film.weight(state, head, state.query, other);
  }

  drawFuture() {
    const { film, state } = this.machine;
    this.context.save();
    this.context.beginPath();
    this.boxes.forEach(({ x, y, width, height }, at) => {
      const [query, key] = state.reverse ? [at, state.query] : [state.query, at];
      if (film.cell(query, key) < 0) this.context.rect(x, y, width, height);
    });
    this.context.clip();
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    hatchArea(this.context, this.canvas.width, this.canvas.height);
    this.context.restore();
  }

  // Opacity goes with the root of the weight, as in all our maps: most weights are small.
  drawBands(head, band, bands) {
    const { context } = this;
    this.boxes.forEach(({ x, y, width, height }, at) => {
      const weight = this.weight(head, at);
      if (!(weight > 0)) return;
      context.globalAlpha = STRONGEST * Math.sqrt(Math.min(1, weight));
      context.fillRect(x, y + (height * band) / bands, width, height / bands);
    });
  }

  // Lines leave the chosen character side by side, so that two heads that look at the same stay two.
  drawLines(head, share) {
    const { context, boxes } = this;
    const from = boxes[this.machine.state.query];
    context.lineCap = "round";
    boxes.forEach((to, at) => {
      const weight = this.weight(head, at);
      if (!(weight >= LEAST_SHOWN)) return;
      context.globalAlpha = 0.15 + 0.75 * Math.sqrt(Math.min(1, weight));
      context.lineWidth = 0.6 + WIDEST_LINE_PX * Math.min(1, weight);
      const [x, end] = [from.x + from.width * share, to.x + to.width * share];
      const rise = clamp(10 + Math.abs(end - x) * 0.18, 12, 46);
      const top = Math.min(from.y, to.y) - rise;
      context.beginPath();
      context.moveTo(x, from.y + 3);
      if (at === this.machine.state.query) context.ellipse(x, from.y - 2, 6, 8, 0, Math.PI / 2, 2.5 * Math.PI);
      else context.bezierCurveTo(x, top, end, to.y === from.y ? top : to.y - rise, end, to.y + 3);
      context.stroke();
    });
  }
}
