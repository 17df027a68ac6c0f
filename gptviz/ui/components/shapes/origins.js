// Numbers, and where each of them comes from: for every step, the formula of one cell and the terms that it sums.
// A line is a list of texts and of tokens ({ token }): walk.js writes both by textContent.

function unpack(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const size = view.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(data.subarray(4, 4 + size)));
  const numbers = new Float32Array(data.slice(4 + size).buffer); // a copy, as it must begin at a multiple of 4
  const arrays = {};
  let from = 0;
  for (const [name, rows, columns] of header.arrays) {
    arrays[name] = { rows, columns, numbers: numbers.subarray(from, from + rows * columns) };
    from += rows * columns;
  }
  return { ...header, arrays, at: (name, row, column) => arrays[name].numbers[row * arrays[name].columns + column] };
}

function written(value) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value < 0 ? "−∞" : "∞";
  const size = Math.abs(value);
  const text = size >= 1e4 || (size > 0 && size < 5e-4) ? size.toExponential(2) : size.toFixed(3);
  return value < 0 ? `−${text.replace("e-", "e−")}` : text.replace("e-", "e−");
}

// Columns of the wide arrays that belong to the chosen head.
function inHead(layer, number) {
  return Math.floor(number / layer.D) === layer.head;
}

function cutOf(layer, number) {
  return { h: Math.floor(number / layer.D), d: number % layer.D };
}

// Queries stand in the rows of Q, keys in those of K and V.
function rowOf(place, name) {
  return name === "K" || name === "V" ? place.key : place.query;
}

function isFuture(layer, place) {
  return layer.causal && place.key > place.query;
}

function sumOf(terms) {
  return terms.reduce((sum, { value }) => sum + value, 0);
}

function products(count, a, b, more = () => ({})) {
  return Array.from({ length: count }, (_, at) => ({ at, a: a(at), b: b(at), value: a(at) * b(at), ...more(at) }));
}

function linear(layer, { from, row, number, letter, to }) {
  const terms = products(
    layer.E,
    (e) => layer.at(from, row, e),
    (e) => layer.at(`W_${letter}`, number, e),
    (e) => ({ mine: from !== "merged" || inHead(layer, e) }),
  );
  const bias = layer.at(`b_${letter}`, 0, number);
  const formula = `${to}[0, ${row}, ${number}] = Σ_e ${from}[0, ${row}, e] · W_${letter}[${number}, e] + b_${letter}[${number}]`;
  const total = layer.at(to, row, number);
  return { terms, bias, index: "e", formula: [`${formula} = ${written(sumOf(terms))} + ${written(bias)} = ${written(total)}`] };
}

// Each takes the layer, the place and the name of the array that was pointed at.
const ORIGINS = {
  input(layer, place) {
    return { formula: [`x[0, ${place.query}, ${place.number}] = ${written(layer.at("x", place.query, place.number))}`] };
  },

  project(layer, place, name) {
    const row = rowOf(place, name);
    if (layer.projections) return linear(layer, { from: "x", row, number: place.number, letter: name, to: name });
    const cell = `[0, ${row}, ${place.number}]`;
    return { formula: [`${name}${cell} = x${cell} = ${written(layer.at("x", row, place.number))}`] };
  },

  split(layer, place, name) {
    const row = rowOf(place, name);
    const { h, d } = cutOf(layer, place.number);
    const value = written(layer.at(name, row, place.number));
    return {
      formula: [
        `${name}[0, ${row}, ${place.number}] → ${name}[0, ${row}, ${h}, ${d}] = ${value}`,
        `     ${place.number} = ${h} · ${layer.D} + ${d}`,
      ],
    };
  },

  transpose(layer, place, name) {
    const row = rowOf(place, name);
    const { h, d } = cutOf(layer, place.number);
    const value = written(layer.at(name, row, place.number));
    return { formula: [`${name}[0, ${row}, ${h}, ${d}] → ${name}[0, ${h}, ${row}, ${d}] = ${value}`] };
  },

  scores(layer, { query, key }) {
    const first = layer.head * layer.D;
    const terms = products(layer.D, (d) => layer.at("Q", query, first + d), (d) => layer.at("K", key, first + d));
    const h = layer.head;
    const formula = `scores[0, ${h}, ${query}, ${key}] = Σ_d Q[0, ${h}, ${query}, d] · K[0, ${h}, ${key}, d]`;
    return { terms, index: "d", formula: [`${formula} = ${written(layer.at("raw", query, key))}`] };
  },

  scale(layer, { query, key }) {
    const under = { head_size: `√${layer.D}`, embedding_size: `√${layer.E}`, none: "1" }[layer.scale];
    const [raw, scaled] = [layer.at("raw", query, key), layer.at("scores", query, key)].map(written);
    const divided = layer.scale === "none" ? `${raw} / 1` : `${raw} / ${under} = ${raw} / ${written(layer.divisor)}`;
    return { formula: [`scores[0, ${layer.head}, ${query}, ${key}] = ${divided} = ${scaled}`] };
  },

  mask(layer, place) {
    const { query, key } = place;
    const score = written(layer.at("scores", query, key));
    const cell = `scores[0, ${layer.head}, ${query}, ${key}]`;
    const future = `${key} > ${query} (${layer.words.future}): ${score} → −∞`;
    return { formula: [`${cell}: ${isFuture(layer, place) ? future : `${score} → ${score}`}`] };
  },

  softmax(layer, place) {
    const { query, key } = place;
    const overKeys = layer.softmaxOver === "keys";
    const pairs = Array.from({ length: layer.T }, (_, at) => (overKeys ? { query, key: at } : { query: at, key }));
    const score = (pair) => (isFuture(layer, pair) ? -Infinity : layer.at("scores", pair.query, pair.key));
    const most = Math.max(...pairs.map(score));
    const share = (pair) => Math.exp(score(pair) - most);
    const total = pairs.reduce((sum, pair) => sum + share(pair), 0);
    const terms = pairs.map((pair, at) => ({ at, value: layer.at("weights", pair.query, pair.key), token: at }));
    const others = overKeys ? `${query}, k` : `k, ${key}`;
    const cell = `${layer.head}, ${query}, ${key}`;
    const formula = `weights[0, ${cell}] = exp(s[${query}, ${key}] − max) / Σ_k exp(s[${others}] − max)`;
    const weight = written(layer.at("weights", query, key));
    return { terms, index: "k", formula: [`${formula} = ${written(share(place))} / ${written(total)} = ${weight}`] };
  },

  mix(layer, { query, number }) {
    const d = number % layer.D;
    const column = layer.head * layer.D + d;
    const terms = products(
      layer.T, (j) => layer.at("weights", query, j), (j) => layer.at("V", j, column), (j) => ({ token: j }),
    );
    const h = layer.head;
    const formula = `heads[0, ${h}, ${query}, ${d}] = Σ_j weights[0, ${h}, ${query}, j] · V[0, ${h}, j, ${d}]`;
    return { terms, index: "j", formula: [`${formula} = ${written(layer.at("merged", query, column))}`] };
  },

  "transpose-back"(layer, { query, number }) {
    const { h, d } = cutOf(layer, number);
    const value = written(layer.at("merged", query, number));
    return { formula: [`heads[0, ${h}, ${query}, ${d}] → heads[0, ${query}, ${h}, ${d}] = ${value}`] };
  },

  merge(layer, { query, number }) {
    const { h, d } = cutOf(layer, number);
    const value = written(layer.at("merged", query, number));
    return {
      formula: [
        `heads[0, ${query}, ${h}, ${d}] → merged[0, ${query}, ${number}] = ${value}`,
        `     ${h} · ${layer.D} + ${d} = ${number}`,
      ],
    };
  },

  output(layer, { query, number }) {
    const origin = linear(layer, { from: "merged", row: query, number, letter: "O", to: "output" });
    const { words } = layer;
    const mine = sumOf(origin.terms.filter((term) => term.mine));
    const others = sumOf(origin.terms.filter((term) => !term.mine));
    const parts = [`${words.this_head} ${written(mine)}`, `${words.other_heads} ${written(others)}`];
    if (layer.H === 1) parts.pop();
    origin.formula.push(`     ${parts.join(" + ")} + b_O ${written(origin.bias)}`);
    return origin;
  },
};

// "e = 17: 0.421 × 1.310 = 0.552", with the character where the index is a position.
function termLine(layer, { index }, { at, a, b, value, token }) {
  const parts = [`${index} = ${at} `];
  if (token !== undefined) parts.push({ token: layer.labels[token] });
  parts.push(a === undefined ? `: ${written(value)}` : `: ${written(a)} × ${written(b)} = ${written(value)}`);
  return parts;
}
