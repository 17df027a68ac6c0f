// Packed weights, and how they become pixels: what the grid of maps and the time machine share.

// What a byte stands for; payload.py packs the other way.
const VALUE = {
  weight: (byte) => (byte / 255) ** 2,
  similarity: (byte) => byte / 127.5 - 1,
};

// A header in JSON, then bytes: see payload.py.
function unpack(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const size = view.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(data.subarray(4, 4 + size)));
  const table = header.colors && Uint8Array.from(header.colors.match(/../g), (pair) => parseInt(pair, 16));
  return { ...header, table, bytes: data.subarray(4 + size) };
}

// How many bytes one map takes: of causal weights only the lower triangle is sent.
function mapSize({ length, causal }) {
  return causal ? (length * (length + 1)) / 2 : length * length;
}

// Paints maps of one kind: the same text, mask and colours.
class MapPainter {
  constructor({ length, causal, table }) {
    Object.assign(this, { length, causal, table });
    this.stamp = document.createElement("canvas"); // one pixel a cell
    this.stamp.width = this.stamp.height = length;
    this.image = new ImageData(length, length);
  }

  // Cells of `cell` device pixels each, from the corner (x, y) of a canvas.
  paint(context, weights, cell, x = 0, y = 0) {
    const { length, causal, table } = this;
    const pixels = this.image.data;
    pixels.fill(0);
    let from = 0;
    for (let row = 0; row < length; row++) {
      const seen = causal ? row + 1 : length;
      for (let column = 0, to = row * length * 4; column < seen; column++, to += 4) {
        const color = weights[from++] * 3;
        pixels[to] = table[color];
        pixels[to + 1] = table[color + 1];
        pixels[to + 2] = table[color + 2];
        pixels[to + 3] = 255;
      }
    }
    this.stamp.getContext("2d").putImageData(this.image, 0, 0);
    const side = cell * length;
    context.clearRect(x, y, side, side);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.stamp, x, y, side, side);
    const hatch = this.hatching(cell);
    if (hatch) context.drawImage(hatch, x, y);
  }

  // The future, hatched once for all maps: above the diagonal there is no weight, not a weight of zero.
  hatching(cell) {
    const { length, causal } = this;
    if (!causal || length < 2) return null;
    if (this.hatch?.width === cell * length) return this.hatch;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = cell * length;
    const context = canvas.getContext("2d");
    context.beginPath();
    for (let row = 0; row < length - 1; row++) context.rect((row + 1) * cell, row * cell, (length - 1 - row) * cell, cell);
    context.clip();
    hatchArea(context, canvas.width, canvas.height);
    this.hatch = canvas;
    return canvas;
  }
}

// The sign of "cannot be seen" in all pictures: grey with oblique lines.
function hatchArea(context, width, height) {
  context.fillStyle = "rgba(128,128,128,0.18)";
  context.fillRect(0, 0, width, height);
  context.strokeStyle = "rgba(128,128,128,0.55)";
  context.lineWidth = devicePixelRatio;
  context.beginPath();
  for (let x = 0; x < width + height; x += 6 * devicePixelRatio) {
    context.moveTo(x, 0);
    context.lineTo(x - height, height);
  }
  context.stroke();
}
