// What the model writes, by the step: the text enters the page by textContent alone.

export default function ({ parentElement, data }) {
  return mounted(parentElement, Sample, (sample) => sample.receive(data));
}

class Sample extends LivePart {
  constructor(parent) {
    super();
    this.root = element("figure", "", parent);
    this.caption = element("figcaption", "", this.root);
    this.text = element("pre", "", this.root);
    this.text.tabIndex = 0; // a long text is scrolled, by the arrow keys too
  }

  write({ run, at, sample }) {
    super.write({ run, at });
    this.root.hidden = !sample;
    if (!sample) return;
    say(this.caption, sample.caption);
    say(this.text, sample.text);
    this.text.setAttribute("aria-label", sample.caption);
  }
}
