// The film: the weights of all heads on one text at several moments of training.

class Film {
  constructor(data) {
    Object.assign(this, unpack(data));
    this.size = mapSize(this);
    this.values = Float32Array.from({ length: 256 }, (_, byte) => VALUE[this.scale](byte));
    this.first = { steps: this.steps, stepNames: this.stepNames, norms: this.norms };
    this.firstBytes = this.bytes;
  }

  // Moments that training has reached since the film was sent; each letter brings all of them.
  append(letter) {
    const { steps, stepNames } = this.first;
    this.steps = [...steps, ...letter.steps];
    this.stepNames = [...stepNames, ...letter.stepNames];
    this.frames = this.steps.length;
    this.norms = this.first.norms && [...this.first.norms, ...letter.norms];
    this.curve = letter.curve;
    this.samples = letter.samples;
    this.bytes = new Uint8Array(this.firstBytes.length + letter.bytes.length);
    this.bytes.set(this.firstBytes);
    this.bytes.set(letter.bytes, this.firstBytes.length);
  }

  // The weights of one block in 16 bits a weight, at the moment where the reader has let go of the slider.
  sharpen({ step, block, bytes }) {
    this.exact = { step, block, numbers: new Uint16Array(bytes.slice().buffer) };
  }

  // The frame nearest to a step; null stands for the last one.
  frameAt(step) {
    if (step === null) return this.frames - 1;
    let nearest = 0;
    this.steps.forEach((one, frame) => {
      if (Math.abs(one - step) < Math.abs(this.steps[nearest] - step)) nearest = frame;
    });
    return nearest;
  }

  map(frame, block, head) {
    const start = ((frame * this.blocks + block) * this.heads + head) * this.size;
    return this.bytes.subarray(start, start + this.size);
  }

  // Where a pair stands in its map; -1: the query cannot see the key.
  cell(query, key) {
    if (!this.causal) return query * this.length + key;
    return key <= query ? (query * (query + 1)) / 2 + key : -1;
  }

  // A weight, or NaN for a masked pair.
  weight({ frame, block }, head, query, key) {
    const cell = this.cell(query, key);
    if (cell < 0) return NaN;
    const { exact } = this;
    if (exact && exact.step === this.steps[frame] && exact.block === block) {
      const share = exact.numbers[head * this.size + cell] / 65535;
      return this.scale === "weight" ? share ** 2 : 2 * share - 1;
    }
    return this.values[this.map(frame, block, head)[cell]];
  }

  // Four digits where 16 bits are there; a byte is good for two, and says so.
  told(place, head, query, key) {
    const weight = this.weight(place, head, query, key);
    const { exact } = this;
    const sharp = exact && exact.step === this.steps[place.frame] && exact.block === place.block;
    return (sharp ? weight.toFixed(4) : `≈ ${weight.toFixed(2)}`).replace("-", "−");
  }
}
