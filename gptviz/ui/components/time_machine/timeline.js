// The time line: the loss over training, a slider below it on the same axis, marks, and what the model wrote by then.

const FRAMES_A_SECOND = 6;
const FRAMES_A_SECOND_CALM = 1; // for readers who ask for less motion
const MOST_TICKS = 5;
const CURVE_HEIGHT = 100; // in units of the drawing; the style sheet stretches it

class Timeline {
  constructor(machine, parent) {
    this.machine = machine;
    this.root = element("div", "timeline", parent);
    const left = element("div", "course", this.root);
    const controls = element("div", "controls", left);
    this.playButton = button("play", controls, () => (this.timer ? this.pause() : this.play()));
    this.step = element("output", "step", controls);
    this.losses = { train: element("span", "loss train", controls), test: element("span", "loss test", controls) };
    this.buildTrack(element("div", "track", left));
    this.told = element("p", "told", left);
    this.told.setAttribute("aria-hidden", "true"); // each mark has its sentence as its name
    const right = element("div", "written", this.root);
    this.caption = element("p", "caption", right);
    this.sample = element("pre", "sample", right);
    this.sample.tabIndex = 0; // on a phone it scrolls, by the arrow keys too
    this.root.onkeydown = (event) => this.onKey(event);
  }

  buildTrack(track) {
    this.curve = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.curve.setAttribute("class", "curve");
    this.curve.setAttribute("viewBox", `0 0 1000 ${CURVE_HEIGHT}`);
    this.curve.setAttribute("preserveAspectRatio", "none");
    this.curve.setAttribute("role", "img");
    const plot = element("div", "plot", track);
    plot.append(this.curve);
    this.lines = {};
    for (const part of ["train", "test"]) {
      this.lines[part] = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
      this.lines[part].setAttribute("class", part);
      this.curve.append(this.lines[part]);
    }
    this.cursor = element("div", "cursor", plot);
    this.highest = element("span", "highest", plot);
    this.lowest = element("span", "lowest", plot);
    plot.onpointerdown = (event) => this.drag(event);
    plot.onpointermove = (event) => event.buttons && this.drag(event);
    plot.onpointerup = () => this.machine.reportSoon();
    this.plot = plot;
    this.marks = element("div", "marks", track);
    this.slider = element("input", "time", track);
    Object.assign(this.slider, { type: "range", min: 0, step: 1 });
    this.slider.oninput = () => this.go(Number(this.slider.value));
    this.slider.onchange = () => this.machine.reportSoon();
    this.ticks = element("div", "ticks", track);
  }

  // ---- what changes with a new film, with new frames, or with the language

  grow() {
    this.rebuild();
  }

  rebuild() {
    const { film } = this.machine;
    this.root.hidden = film.frames < 2;
    this.slider.max = film.frames - 1;
    this.slider.setAttribute("aria-label", film.words.slider);
    this.curve.setAttribute("aria-label", film.words.curve);
    this.labelPlay();
    this.drawCurve();
    this.drawTicks();
    this.drawMarks();
  }

  // The slider's axis: equally far from snapshot to snapshot, which stand close together early, where much happens.
  x(step) {
    const { steps } = this.machine.film;
    if (steps.length < 2) return 0;
    const after = steps.findIndex((one) => one >= step);
    if (after < 0) return 1;
    if (after === 0) return 0;
    const inside = (step - steps[after - 1]) / (steps[after] - steps[after - 1]);
    return (after - 1 + inside) / (steps.length - 1);
  }

  drawCurve() {
    const { curve } = this.machine.film;
    const all = [...curve.train, ...curve.test].filter(Number.isFinite);
    this.range = [Math.min(...all), Math.max(...all)];
    for (const part of ["train", "test"]) {
      const points = curve.steps.map((step, at) => [this.x(step) * 1000, this.y(curve[part][at]) * CURVE_HEIGHT]);
      const drawn = points.filter(([, y]) => Number.isFinite(y)).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`);
      this.lines[part].setAttribute("points", drawn.join(" "));
    }
    say(this.highest, all.length ? this.range[1].toFixed(1) : "");
    say(this.lowest, all.length ? this.range[0].toFixed(1) : "");
  }

  y(loss) {
    const [low, high] = this.range;
    return loss === null ? NaN : 0.06 + 0.88 * (high > low ? (high - loss) / (high - low) : 0.5);
  }

  drawTicks() {
    const { frames, stepNames } = this.machine.film;
    this.ticks.replaceChildren();
    const count = Math.min(MOST_TICKS, frames);
    for (let at = 0; at < count; at++) {
      const frame = Math.round((at * (frames - 1)) / Math.max(1, count - 1));
      const tick = element("span", "", this.ticks);
      tick.style.left = `${(100 * frame) / Math.max(1, frames - 1)}%`;
      say(tick, stepNames[frame]);
    }
  }

  // Moments at which a head became what it is; those of one moment stand above each other.
  drawMarks() {
    const { moments, film } = this.machine;
    this.marks.replaceChildren();
    const standing = {};
    for (const moment of moments) {
      const mark = button("mark", this.marks, () => this.goTo(moment));
      const level = (standing[moment.step] = (standing[moment.step] ?? -1) + 1);
      mark.style.left = `${100 * this.x(moment.step)}%`;
      mark.style.bottom = `${level * 14}px`;
      mark.style.setProperty("--head-color", film.headColors[moment.head]);
      mark.setAttribute("aria-label", moment.sentence);
      mark.onpointerenter = mark.onfocus = () => say(this.told, moment.sentence);
      mark.onpointerleave = mark.onblur = () => say(this.told, "");
    }
    this.marks.style.height = `${14 * Math.max(0, ...Object.values(standing).map((level) => level + 1))}px`;
  }

  goTo({ step, block, head }) {
    this.stop();
    this.machine.choose(block, head);
    this.go(this.machine.film.frameAt(step));
    this.machine.reportSoon();
  }

  // ---- moving

  go(frame) {
    this.stop();
    this.machine.moved = true;
    this.machine.set({ frame });
  }

  drag(event) {
    const box = this.plot.getBoundingClientRect();
    const last = this.machine.film.frames - 1;
    this.go(clamp(Math.round(((event.clientX - box.left) / box.width) * last), 0, last));
  }

  onKey(event) {
    const onMark = event.target.closest(".mark, .play");
    if (event.key !== " " || onMark) return;
    event.preventDefault();
    if (this.timer) this.pause();
    else this.play();
  }

  play() {
    const { film, state } = this.machine;
    if (state.frame === film.frames - 1) this.machine.set({ frame: 0 });
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.timer = setInterval(() => this.advance(), 1000 / (calm ? FRAMES_A_SECOND_CALM : FRAMES_A_SECOND));
    this.labelPlay();
  }

  advance() {
    const { film, state } = this.machine;
    if (state.frame < film.frames - 1) this.machine.set({ frame: state.frame + 1 });
    else this.pause();
  }

  pause() {
    this.stop();
    this.machine.reportSoon();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.labelPlay();
  }

  labelPlay() {
    const { words } = this.machine.film;
    say(this.playButton, this.timer ? `▮▮ ${words.pause}` : `▶ ${words.play}`);
  }

  // ---- the moment

  show(changed) {
    if (!changed.has("frame")) return;
    const { film, state } = this.machine;
    const step = filled(film.words.step, { step: film.stepNames[state.frame] });
    this.slider.value = state.frame;
    this.slider.setAttribute("aria-valuetext", step);
    say(this.step, step);
    this.cursor.style.left = `${(100 * state.frame) / Math.max(1, film.frames - 1)}%`;
    this.tellLosses(film.steps[state.frame]);
    this.tellSample(film.steps[state.frame]);
  }

  tellLosses(step) {
    const { curve, words } = this.machine.film;
    const at = curve.steps.findLastIndex((one) => one <= step);
    const told = (loss) => (loss === null || loss === undefined ? "–" : loss.toFixed(3));
    say(this.losses.train, filled(words.trainLoss, { loss: told(curve.train[at]) }));
    say(this.losses.test, filled(words.testLoss, { loss: told(curve.test[at]) }));
  }

  tellSample(step) {
    const { samples, words } = this.machine.film;
    const sample = samples.findLast((one) => one.step <= step);
    say(this.caption, sample ? filled(words.written, { step: sample.stepName }) : words.nothingWritten);
    say(this.sample, sample?.text ?? "");
  }
}
