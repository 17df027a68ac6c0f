// Two buttons: the picture as SVG, and as PNG with two pixels for each of the page.

const SHARPNESS = 2;

const menus = new WeakMap();

export default function ({ parentElement, data }) {
  let menu = menus.get(parentElement);
  if (!menu) {
    menu = new Menu(parentElement);
    menus.set(parentElement, menu);
  }
  menu.write(data);
}

class Menu {
  constructor(parent) {
    this.svg = this.button(parent, () => this.saveSvg());
    this.png = this.button(parent, () => this.savePng());
    this.told = document.createElement("p");
    this.told.setAttribute("role", "status");
    parent.append(this.told);
  }

  button(parent, save) {
    const button = document.createElement("button");
    button.type = "button";
    button.onclick = async () => {
      button.disabled = true;
      this.told.textContent = "";
      try {
        await save();
      } catch {
        this.told.textContent = this.data.words.failed;
      }
      button.disabled = false;
    };
    parent.append(button);
    return button;
  }

  write(data) {
    this.data = data;
    this.svg.textContent = data.words.svg;
    this.png.textContent = data.words.png;
  }

  async drawing() {
    const container = document.querySelector(`.st-key-${CSS.escape(this.data.target)}`);
    const svg = container && drawingOf(container, this.data.alt);
    if (!svg) throw new Error("there is no picture");
    return withFonts(svg);
  }

  async saveSvg() {
    const text = new XMLSerializer().serializeToString(await this.drawing());
    download(new Blob([text], { type: "image/svg+xml" }), this.data.svgName);
  }

  async savePng() {
    const svg = await this.drawing();
    const image = new Image();
    image.src = await asDataUrl(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }));
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = svg.getAttribute("width") * SHARPNESS;
    canvas.height = svg.getAttribute("height") * SHARPNESS;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    if (!blob) throw new Error("the picture is too large");
    download(blob, this.data.pngName);
  }
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
