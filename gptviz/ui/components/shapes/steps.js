// What each step shows: its pictures, how much room each one has, and its words.

const NARROW_PX = 620;
const PRODUCTS = new Set(["scores", "mix"]);
const SQUARES = new Set(["scale", "mask", "softmax"]);

function picturesOf(key, layer) {
  const { T, E, D, head, causal } = layer;
  const cellOf = (row, number) => ({ row, column: number % D, head: Math.floor(number / D) });
  // An array of all heads; its row is the query's or the key's.
  const sheet = (array, layout, more = {}) => ({
    id: array, array, kind: "sheet", layout, size: [T, E], outline: "head", dim: layout !== "whole",
    pick: (row, number) => (array === "K" || array === "V" ? { key: row, number } : { query: row, number }),
    cursor: (place) => [rowOf(place, array), place.number],
    marks: (place) => [cellOf(rowOf(place, array), place.number)],
    ...more,
  });
  const square = (array, more = {}) => ({
    id: array, array, kind: "square", size: [T, T], range: ["raw"], outline: "head", axes: ["T", "T"],
    pick: (query, key) => ({ query, key }),
    cursor: (place) => [place.query, place.key],
    marks: (place) => [{ row: place.query, column: place.key }],
    ...more,
  });
  const weights = (more) => square("weights", { weights: true, masked: causal, name: "weights", ...more });
  const slice = (array, more = {}) => ({
    id: `${array}-slice`, array, kind: "slice", size: [T, D], outline: "head", axes: ["T", "D"], range: [array],
    pick: (row, d) => ({ ...(array === "V" ? { key: row } : { query: row }), number: head * D + d }),
    cursor: (place) => [array === "V" ? place.key : place.query, place.number % D],
    ...more,
  });
  const qkv = (layout, more) => ["Q", "K", "V"].map((name) => sheet(name, layout, { range: ["Q", "K", "V"], ...more }));
  const all = { outline: "all", dim: false };
  const x = (more) => sheet("x", "whole", { axes: ["B", "T", "E"], ...(layer.projections ? all : {}), ...more });
  const scored = { range: ["scores"] };
  return {
    input: () => [x()],
    project: () => [x({ marks: (place) => [{ row: rowOf(place, place.array) }] }), ...qkv("flat", { axes: ["B", "T", "E"] })],
    split: () => qkv("cut", { axes: ["B", "T", "H", "D"] }),
    transpose: () => qkv("stacked", { axes: ["B", "H", "T", "D"] }),
    scores: () => [
      slice("K", {
        kind: "sliceT", corner: "top", size: [D, T], axes: ["D", "T"], name: "Kᵀ",
        pick: (d, key) => ({ key, number: head * D + d }),
        cursor: (place) => [place.number % D, place.key],
        marks: ({ key }) => [{ column: key }],
      }),
      slice("Q", { corner: "left", marks: ({ query }) => [{ row: query }] }),
      square("raw", { corner: "result", name: "scores" }),
    ],
    scale: () => [square("raw", { name: "scores" }), square("scores", { id: "scaled" })],
    mask: () => [square("scores", scored), square("scores", { ...scored, id: "masked", masked: causal })],
    softmax: () => [
      square("scores", {
        ...scored, masked: causal,
        marks: ({ query, key }) => [layer.softmaxOver === "keys" ? { row: query } : { column: key }],
      }),
      weights(),
    ],
    mix: () => [
      slice("V", { corner: "top", marks: ({ number }) => [{ column: number % D }] }),
      weights({ corner: "left", marks: ({ query }) => [{ row: query }] }),
      slice("merged", {
        corner: "result", name: "heads", marks: ({ query, number }) => [{ row: query, column: number % D }],
      }),
    ],
    "transpose-back": () => [sheet("merged", "cut", { from: "stacked", axes: ["B", "T", "H", "D"], name: "heads" })],
    merge: () => [sheet("merged", "flat", { from: "cut", axes: ["B", "T", "E"] })],
    output: () => [
      sheet("merged", "flat", { axes: ["B", "T", "E"], marks: ({ query }) => [{ row: query }] }),
      sheet("output", "whole", { axes: ["B", "T", "E"], outline: null }),
    ],
  }[key]();
}

// How much room each picture has, given the width of the page.
function roomsOf(key, layer, width) {
  const { T, D } = layer;
  const narrow = width < NARROW_PX;
  const beside = (count) => (narrow ? width : width / count - 12);
  if (PRODUCTS.has(key)) {
    const most = key === "mix" ? 0.42 * width : narrow ? 96 : 190;
    const pd = Math.max(0.5, Math.min(14, most / D));
    const pt = cell(Math.min((width - 3 * GUTTER_PX.left - pd * D - 12) / T, (key === "mix" ? 260 : 440) / T));
    const sizes = { square: { px: pt, py: pt }, slice: { px: cell(pd), py: pt }, sliceT: { px: pt, py: cell(pd) } };
    return (spec) => sizes[spec.kind];
  }
  const rooms = {
    input: [1, 460], project: [2, 240], split: [3, 400], transpose: [3, 520], "transpose-back": [1, 460], merge: [1, 460],
    output: [2, 400],
  };
  const [count, height] = rooms[key] ?? [2, 420];
  // On a phone pictures stand below each other: lower ones, so that one sees two at a time.
  const most = narrow && count > 1 && !SQUARES.has(key) ? 200 : height;
  return (spec) => ({ width: Math.min(spec.kind === "square" ? 440 : 780, beside(count)), height: most });
}

function layoutToComeFrom(picture, earlier, rooms) {
  const { spec, layer, groups } = picture;
  if (spec.kind !== "sheet") return null;
  if (earlier && earlier.layer.H === layer.H && earlier.spec.kind === "sheet") {
    return earlier.spec.layout === spec.layout ? null : earlier.layout;
  }
  return spec.from && !earlier ? layoutOf(layer, { ...spec, layout: spec.from }, groups, rooms(spec)) : null;
}

// ---- words

function captionOf({ name, array, axes }) {
  const caption = document.createElement("b");
  caption.textContent = name ?? array;
  return [caption, ` (${axes.join(", ")})`];
}

// Which characters the cell is about.
function whoIs(key, layer, { query, key: at, number }, name) {
  const { words, labels } = layer;
  if (["scores", "scale", "mask", "softmax"].includes(key)) {
    return [`${words.query} ${query} `, { token: labels[query] }, ` · ${words.key} ${at} `, { token: labels[at] }];
  }
  const row = ["project", "split", "transpose"].includes(key) ? rowOf({ query, key: at }, name) : query;
  return [`${words.position} ${row} `, { token: labels[row] }, ` · ${words.number} ${number}`];
}

// Arrays of one shape are named together: Q, K, V (B 1, T 32, E 64).
function shapesOf(arrays) {
  const together = new Map();
  for (const array of arrays) {
    const shape = array.axes.join();
    if (!together.has(shape)) together.set(shape, { ...array, names: [] });
    together.get(shape).names.push(array.name);
  }
  return [...together.values()].map(({ names, axes, sizes }) => {
    const made = document.createElement("span");
    made.className = "shape";
    element("b", "", made).textContent = names.join(", ");
    axes.forEach((axis, at) => {
      const chip = element("span", `axis axis-${axis}`, made);
      element("i", "", chip).textContent = axis;
      element("span", "", chip).textContent = sizes[at];
    });
    return made;
  });
}

function inline(parts) {
  return parts.map((part) => {
    if (typeof part === "string") return part;
    const token = document.createElement("bdi");
    token.textContent = part.token;
    return token;
  });
}
