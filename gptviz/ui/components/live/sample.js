// What the model writes, by the step: the text enters the page by textContent alone.

const shown = new WeakMap();

export default function ({ parentElement, data }) {
  let sample = shown.get(parentElement);
  if (!sample) {
    sample = new Sample(parentElement);
    shown.set(parentElement, sample);
  }
  sample.receive(data);
  return () => {
    if (parentElement.isConnected) return;
    sample.end();
    shown.delete(parentElement);
  };
}

class Sample {
  constructor(parent) {
    this.root = document.createElement("figure");
    this.caption = document.createElement("figcaption");
    this.text = document.createElement("pre");
    this.text.tabIndex = 0; // a long text is scrolled, by the arrow keys too
    this.root.append(this.caption, this.text);
    parent.append(this.root);
    this.onLive = ({ detail }) => this.write(detail);
    document.addEventListener("gptviz-live", this.onLive);
  }

  end() {
    document.removeEventListener("gptviz-live", this.onLive);
    this.root.remove();
  }

  // From the page: it may draw what the feed has overtaken meanwhile.
  receive(data) {
    if (this.run === data.run && this.at > data.at) return;
    this.write(data);
  }

  write({ run, at, sample }) {
    Object.assign(this, { run, at });
    this.root.hidden = !sample;
    if (!sample) return;
    if (this.caption.textContent !== sample.caption) this.caption.textContent = sample.caption;
    if (this.text.textContent !== sample.text) this.text.textContent = sample.text;
    this.text.setAttribute("aria-label", sample.caption);
  }
}
