// Turns a picture of the page into one SVG that stands alone: Plotly's layers become one; our own SVGs take their styles
// along; canvases become images with the words around them as text.

// Drawings of our components, and of ECharts.
const OWN = ".picture, [data-testid=stEChartsChart] svg";
const SVG = "http://www.w3.org/2000/svg";
// Of Plotly's layers those that belong to the pointer, not to the picture.
const POINTER_LAYERS = ".hoverlayer, .zoomlayer, .draglayer, .menulayer";

// Returns the SVG element of what a container shows, or null while nothing is drawn.
function drawingOf(container, alt) {
  const plot = container.querySelector(".js-plotly-plot");
  const own = [...insides(container)].find((node) => node instanceof SVGSVGElement && node.matches(OWN));
  const parts = plot ? plotlyParts(plot) : own ? ownParts(own) : canvasParts(container);
  if (!parts) return null;
  const { width, height, children } = parts;
  const svg = made("svg", { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}` });
  const title = made("title", {});
  title.textContent = alt;
  svg.append(title, made("rect", { width, height, fill: backgroundOf(container) }), ...children);
  return svg;
}

function plotlyParts(plot) {
  const layers = [...plot.querySelectorAll("svg.main-svg")];
  if (!layers.length) return null;
  const box = layers[0].getBoundingClientRect();
  const children = layers.flatMap((layer) => [...layer.cloneNode(true).childNodes]);
  for (const child of children) {
    if (child.matches?.(POINTER_LAYERS)) child.replaceChildren();
    child.querySelectorAll?.(POINTER_LAYERS).forEach((layer) => layer.remove());
  }
  return { width: Math.round(box.width), height: Math.round(box.height), children };
}

// What the style sheet of the page gives them is lost outside of it.
const STYLES = ["fill", "stroke", "stroke-width", "opacity", "font-family", "font-size", "font-weight"];

function ownParts(own) {
  const box = own.getBoundingClientRect();
  const copy = own.cloneNode(true);
  const [from, to] = [own, copy].map((svg) => svg.querySelectorAll("*"));
  from.forEach((node, at) => {
    const style = getComputedStyle(node);
    for (const name of STYLES) to[at].style.setProperty(name, style.getPropertyValue(name));
  });
  return { width: Math.round(box.width), height: Math.round(box.height), children: [...copy.childNodes] };
}

function canvasParts(container) {
  const all = [...insides(container)];
  const canvases = all.filter((node) => node instanceof HTMLCanvasElement && isDrawn(node));
  if (!canvases.length) return null;
  const boxes = canvases.map((canvas) => canvas.getBoundingClientRect());
  const words = all.filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()).flatMap(wordsOf);
  const names = words.filter(({ box }) => box.width && isNear(box, boxes));
  const edges = [...boxes, ...names.map(({ box }) => box)];
  const left = Math.min(...edges.map((box) => box.left));
  const top = Math.min(...edges.map((box) => box.top));
  const images = canvases.map((canvas, at) => {
    const { x, y, width, height } = boxes[at];
    const image = made("image", { x: x - left, y: y - top, width, height, href: canvas.toDataURL() });
    image.style.imageRendering = getComputedStyle(canvas).imageRendering;
    return image;
  });
  return {
    width: Math.ceil(Math.max(...edges.map((box) => box.right)) - left),
    height: Math.ceil(Math.max(...edges.map((box) => box.bottom)) - top),
    children: [...images, ...names.map((word) => textAt(word, left, top))],
  };
}

// Every node inside, also in the trees of components.
function* insides(node) {
  for (const child of node.childNodes) {
    yield child;
    if (child.shadowRoot) yield* insides(child.shadowRoot);
    yield* insides(child);
  }
}

function isDrawn(canvas) {
  const box = canvas.getBoundingClientRect();
  return canvas.width && canvas.height && box.width && box.height && canvas.checkVisibility();
}

function wordsOf(node) {
  if (["STYLE", "SCRIPT"].includes(node.parentElement?.tagName) || !node.parentElement?.checkVisibility()) return [];
  const range = document.createRange();
  range.selectNodeContents(node);
  return [{ text: node.data.trim(), box: range.getBoundingClientRect(), style: getComputedStyle(node.parentElement) }];
}

// The names of maps and axes stand just beside them; buttons and hints are no part of the picture.
function isNear(box, canvases) {
  const near = 40;
  return canvases.some(
    (canvas) =>
      box.left < canvas.right + near &&
      box.right > canvas.left - near &&
      box.bottom > canvas.top - near &&
      box.top < canvas.bottom,
  );
}

function textAt({ text, box, style }, left, top) {
  const attributes = { x: box.left - left, y: box.top - top + box.height * 0.78, fill: style.color };
  const written = made("text", { ...attributes, "font-family": style.fontFamily, "font-size": style.fontSize });
  written.textContent = text;
  return written;
}

// The page behind the picture: a text that is white on dark must not be saved as white on nothing.
function backgroundOf(node) {
  for (let at = node; at; at = at.parentElement) {
    const color = getComputedStyle(at).backgroundColor;
    if (color !== "transparent" && !color.endsWith(", 0)")) return color;
  }
  return "white";
}

function made(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
