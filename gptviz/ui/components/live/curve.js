// The loss while it falls, and the learning rate below it: lines, axes and what the pointer reads, as one SVG.

const SVG = "http://www.w3.org/2000/svg";
// In pixels at the usual size of letters; presenter mode enlarges both.
const SIZE = { height: 340, left: 60, right: 76, top: 14, gap: 26, panel: 56, bottom: 46 };
const BASE_FONT_PX = 15;
const LETTER_PX = 12;

export default function ({ parentElement, data }) {
  return mounted(parentElement, Chart, (chart) => chart.receive(data));
}

class Chart extends LivePart {
  constructor(parent) {
    super();
    this.root = element("div", "curve", parent);
    this.svg = made("svg", { role: "img", class: "picture" }, this.root);
    this.tip = element("div", "tip", this.root);
    this.tip.hidden = true;
    this.root.onpointermove = this.root.onpointerdown = (event) => this.point(event);
    this.root.onpointerleave = () => this.leave();
    this.resizing = new ResizeObserver(() => this.draw());
    this.resizing.observe(this.root);
  }

  end() {
    this.resizing.disconnect();
    super.end();
  }

  // Only the page knows how steps are laid out.
  receive(data) {
    this.logSteps = data.logSteps;
    super.receive(data);
    this.draw();
  }

  write({ run, at, curve, told }) {
    super.write({ run, at });
    this.curve = curve;
    this.svg.setAttribute("aria-label", told);
    this.draw();
  }

  // ---- drawing

  draw() {
    const width = this.root.clientWidth;
    if (!this.curve || !width) return;
    const { words, colors, train, test, rate } = this.curve;
    this.lay(width);
    const parts = [];
    const losses = new Axis([...train.raw, ...train.y, ...test.y], this.plot, 5, false);
    this.lossAxis(parts, losses, words);
    this.line(parts, train.x, train.raw, losses, { stroke: colors.train, class: "raw" });
    this.line(parts, train.x, train.y, losses, { stroke: colors.train, class: "line" });
    this.line(parts, test.x, test.y, losses, { stroke: colors.test, class: "line" });
    test.x.forEach((step, at) => {
      if (test.y[at] === null) return;
      parts.push(["circle", { cx: this.x(step), cy: losses.y(test.y[at]), r: 2.5 * this.scale, fill: colors.test }]);
    });
    this.names(parts, losses);
    if (rate) this.ratePanel(parts, rate, words, colors);
    this.stepAxis(parts, words);
    this.losses = losses;
    this.svg.replaceChildren(...parts.map(([tag, attributes, text]) => made(tag, attributes, null, text)));
    if (this.pointed !== undefined) this.tell();
  }

  lay(width) {
    this.scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / BASE_FONT_PX;
    const [height, left, right, top, gap, panel, bottom] = Object.values(SIZE).map((px) => px * this.scale);
    Object.assign(this, { width, height });
    const below = this.curve.rate ? panel + gap : 0;
    this.plot = { left, right: width - right, top, bottom: height - bottom - below };
    this.panel = { left, right: width - right, top: height - bottom - panel, bottom: height - bottom };
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.style.height = `${height}px`;
    this.svg.style.fontSize = `${LETTER_PX * this.scale}px`;
  }

  x(step) {
    const { left, right } = this.plot;
    const { last } = this.curve;
    const part = this.logSteps ? Math.log(Math.max(step, 1)) / Math.log(last) : step / last;
    return left + (right - left) * part;
  }

  line(parts, xs, ys, axis, attributes) {
    let path = "";
    let pen = "M";
    xs.forEach((step, at) => {
      if (ys[at] === null) pen = "M";
      else {
        path += `${pen}${this.x(step).toFixed(1)} ${axis.y(ys[at]).toFixed(1)}`;
        pen = "L";
      }
    });
    if (path) parts.push(["path", { d: path, fill: "none", ...attributes }]);
  }

  // The name at the end of a line takes the place of a legend; two that would cover each other move apart.
  names(parts, axis) {
    const { words, colors, train, test } = this.curve;
    const ends = [[words.train, train, colors.train], [words.test, test, colors.test]]
      .filter(([, line]) => line.y.some((value) => value !== null))
      .map(([name, line, color]) => {
        const at = line.y.findLastIndex((value) => value !== null);
        return { name, color, x: this.x(line.x[at]), y: axis.y(line.y[at]) };
      })
      .sort((one, other) => one.y - other.y);
    const apart = LETTER_PX * this.scale * 1.2;
    if (ends.length === 2 && ends[1].y - ends[0].y < apart) {
      const middle = (ends[0].y + ends[1].y) / 2;
      [ends[0].y, ends[1].y] = [middle - apart / 2, middle + apart / 2];
    }
    const x = Math.max(0, ...ends.map((end) => end.x)) + 6 * this.scale;
    for (const { name, color, y } of ends) {
      parts.push(["text", { x, y, style: `fill:${color}`, "dominant-baseline": "central", class: "name" }, name]);
    }
  }

  lossAxis(parts, axis, words) {
    const { left, right } = this.plot;
    for (const value of axis.ticks) {
      const y = axis.y(value);
      parts.push(["line", { x1: left, x2: right, y1: y, y2: y, stroke: this.curve.colors.grid }]);
      parts.push(["text", { x: left - 6, y, "text-anchor": "end", "dominant-baseline": "central" }, axis.text(value)]);
    }
    this.title(parts, axis.low > 0 ? words.lossCut : words.loss, this.plot);
  }

  ratePanel(parts, rate, words, colors) {
    const axis = new Axis([0, ...rate.y], this.panel, 2, true);
    for (const value of axis.ticks) {
      const y = axis.y(value);
      parts.push(["line", { x1: this.panel.left, x2: this.panel.right, y1: y, y2: y, stroke: colors.grid }]);
      parts.push([
        "text", { x: this.panel.left - 6, y, "text-anchor": "end", "dominant-baseline": "central" }, axis.text(value),
      ]);
    }
    this.line(parts, rate.x, rate.y, axis, { stroke: colors.rate, class: "line" });
    const x = this.panel.left + 4;
    parts.push(["text", { x, y: this.panel.top - 6 * this.scale, class: "about" }, words.rate]);
  }

  title(parts, text, { top, bottom }) {
    const [x, y] = [14 * this.scale, (top + bottom) / 2];
    parts.push(["text", { x, y, transform: `rotate(-90 ${x} ${y})`, "text-anchor": "middle" }, text]);
  }

  stepAxis(parts, words) {
    const y = this.height - 30 * this.scale;
    const { left, right } = this.plot;
    for (const step of this.logSteps ? powers(this.curve.last) : niceTicks(0, this.curve.last, 5)) {
      const x = this.x(step);
      if (x > right + 1) continue;
      for (const { top, bottom } of this.curve.rate ? [this.plot, this.panel] : [this.plot]) {
        parts.push(["line", { x1: x, x2: x, y1: bottom, y2: bottom + 4, stroke: "currentColor", opacity: 0.5 }]);
        parts.push(["line", { x1: left, x2: left, y1: top, y2: bottom, stroke: this.curve.colors.grid }]);
      }
      parts.push(["text", { x, y, "text-anchor": "middle" }, step.toLocaleString("en")]);
    }
    const x = (left + right) / 2;
    parts.push(["text", { x, y: this.height - 10 * this.scale, "text-anchor": "middle" }, this.logSteps ? words.stepLogarithmic : words.step]);
  }

  // ---- pointing

  point(event) {
    const box = this.root.getBoundingClientRect();
    const { left, right } = this.plot;
    const x = event.clientX - box.left;
    if (x < left - 8 || x > right + 8) return this.leave();
    this.pointed = x;
    this.tell();
  }

  leave() {
    this.pointed = undefined;
    this.tip.hidden = true;
    this.cursor?.remove();
  }

  tell() {
    const { words, train, test, rate } = this.curve;
    const at = nearest(train.x, (step) => Math.abs(this.x(step) - this.pointed));
    if (at < 0) return this.leave();
    const step = train.x[at];
    const x = this.x(step);
    const lines = [`${words.step} ${Math.round(step).toLocaleString("en")}`];
    if (train.y[at] !== null) lines.push(`${words.train} ${train.y[at].toFixed(4)}`);
    const tested = nearest(test.x, (one) => Math.abs(this.x(one) - x));
    // A test loss is told where it was measured, not between.
    if (tested >= 0 && test.y[tested] !== null && Math.abs(this.x(test.x[tested]) - x) < 8 * this.scale) {
      lines.push(`${words.test} ${test.y[tested].toFixed(4)}`);
    }
    if (rate) {
      const one = nearest(rate.x, (other) => Math.abs(other - step));
      lines.push(`${words.rate} ${Number(rate.y[one].toPrecision(3))}`);
    }
    this.cursor?.remove();
    const span = { x1: x, x2: x, y1: this.plot.top, y2: (rate ? this.panel : this.plot).bottom };
    this.cursor = made("line", { ...span, class: "cursor" }, this.svg);
    this.tip.replaceChildren();
    for (const line of lines) say(element("div", "", this.tip), line);
    this.tip.hidden = false;
    const room = this.width - this.tip.offsetWidth;
    this.tip.style.left = `${Math.max(0, x + 12 > room ? x - 12 - this.tip.offsetWidth : x + 12)}px`;
    this.tip.style.top = `${this.plot.top}px`;
  }
}

// An axis of values whose ends are round numbers: it seldom moves as the curve grows.
class Axis {
  constructor(values, { top, bottom }, about, fromZero) {
    const finite = values.filter((value) => value !== null);
    let low = finite.length ? Math.min(...finite) : 0;
    let high = finite.length ? Math.max(...finite) : 1;
    if (fromZero) low = 0;
    if (high - low < 1e-9 * Math.abs(high) || high === low) high = low + (Math.abs(low) || 1) / 10;
    const step = niceStep(low, high, about);
    this.low = Math.floor(low / step + 1e-9) * step;
    this.high = Math.ceil(high / step - 1e-9) * step;
    this.ticks = niceTicks(this.low, this.high, about);
    this.digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    Object.assign(this, { top, bottom });
  }

  y(value) {
    return this.bottom - ((this.bottom - this.top) * (value - this.low)) / (this.high - this.low);
  }

  text(value) {
    return this.digits > 4 ? Number(value.toPrecision(2)).toExponential().replace("e-", "e−") : value.toFixed(this.digits);
  }
}

function niceStep(low, high, about) {
  const raw = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].find((one) => one * power >= raw * (1 - 1e-9)) * power;
}

function niceTicks(low, high, about) {
  const step = niceStep(low, high, about);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, at) => (first + at) * step);
}

// 1, 10, 100, ...; where those are few, 2 and 5 between them too.
function powers(last) {
  const tens = Array.from({ length: Math.floor(Math.log10(last)) + 1 }, (_, at) => 10 ** at);
  return tens.length > 3 ? tens : tens.flatMap((ten) => [ten, 2 * ten, 5 * ten]).filter((step) => step <= last);
}

function nearest(xs, distance) {
  let best = -1;
  xs.forEach((x, at) => {
    if (best < 0 || distance(x) < distance(xs[best])) best = at;
  });
  return best;
}

function made(tag, attributes, parent, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  parent?.append(node);
  return node;
}
