// Writes a text with a colour behind each character. Streamlit calls the default export again with each new payload:
// characters that are there already stay. Texts enter the page by textContent alone.

export default function ({ parentElement, data, setTriggerValue }) {
  return mounted(parentElement, ColoredText, (text) => {
    text.report = setTriggerValue;
    text.update(data);
  });
}

class ColoredText {
  constructor(parent) {
    this.root = element("section", "colored", parent);
    this.body = element("div", "text", this.root);
    this.body.setAttribute("role", "group");
    const below = element("div", "below", this.root);
    this.readout = element("p", "readout", below);
    const legend = element("p", "legend", below);
    this.foreseen = element("span", "", legend);
    element("span", "ramp", legend);
    this.surprising = element("span", "", legend);
    this.characters = [];
    this.focused = null;
    this.body.onclick = (event) => this.pick(this.indexOf(event.target));
    this.body.onpointermove = (event) => this.tell(this.indexOf(event.target));
    this.body.onpointerleave = () => this.tell(null);
    this.body.onfocusin = (event) => this.tell(this.indexOf(event.target));
    this.body.onkeydown = (event) => this.onKey(event);
  }

  end() {
    this.root.remove();
  }

  update(data) {
    const grown = data.labels.length > this.characters.length;
    this.data = data;
    this.root.style.setProperty("--surprise-color", data.color);
    this.body.setAttribute("aria-label", data.words.title);
    say(this.foreseen, data.words.foreseen);
    say(this.surprising, data.words.surprising);
    while (this.characters.length > data.labels.length) this.characters.pop().remove();
    while (this.characters.length < data.labels.length) this.characters.push(element("span", "", this.body));
    const breaks = new Set(data.breaks);
    if (!this.choosable(this.focused)) this.focused = this.choosable(data.selected) ? data.selected : data.first;
    data.labels.forEach((label, index) => this.write(index, label, breaks.has(index)));
    if (grown) this.body.scrollTop = this.body.scrollHeight;
    this.tell(null);
  }

  write(index, label, isBreak) {
    const { losses, fullColor, selected, seen, byHand } = this.data;
    const span = this.characters[index];
    const names = ["character"];
    if (losses[index] === null) names.push("given");
    if (index < seen[0]) names.push("unseen");
    if (isBreak) names.push("newline");
    if (index >= byHand[0] && index < byHand[1]) names.push("by-hand");
    if (this.choosable(index)) names.push("choosable");
    if (index === selected) names.push("selected");
    span.className = names.join(" ");
    span.style.setProperty("--surprise", Math.min((losses[index] ?? 0) / fullColor, 1));
    // A line break is written and made.
    say(span, isBreak ? `${label}\n` : label);
    if (this.choosable(index)) {
      span.setAttribute("role", "button");
      span.setAttribute("aria-label", `${label === " " ? "␣" : label}, ${this.told(index)}`);
      span.setAttribute("aria-pressed", String(index === selected));
      span.tabIndex = index === this.focused ? 0 : -1;
    } else {
      for (const name of ["role", "aria-label", "aria-pressed", "tabindex"]) span.removeAttribute(name);
    }
  }

  choosable(index) {
    return index !== null && index >= this.data.first && index < this.data.labels.length;
  }

  indexOf(target) {
    const index = this.characters.indexOf(target);
    return index < 0 ? null : index;
  }

  told(index) {
    const { losses, words } = this.data;
    const loss = losses[index];
    if (loss === null) return words.given;
    const percent = Math.exp(-loss) * 100;
    const digits = percent < 1 ? 3 : 1;
    return `${words.probability} ${percent.toFixed(digits)}%, ${words.loss} ${loss.toFixed(3)} ${words.nats}`;
  }

  tell(index) {
    if (index === null || index >= this.data.labels.length) return this.readout.replaceChildren(this.data.words.hint);
    const name = document.createElement("bdi");
    name.textContent = this.data.labels[index] === " " ? "␣" : this.data.labels[index];
    this.readout.replaceChildren(name, ` · ${this.told(index)}`);
  }

  // ---- choosing, by click, Enter or Space; arrows move between characters

  pick(index) {
    if (this.choosable(index)) this.report("picked", index);
  }

  onKey(event) {
    const index = this.indexOf(event.target);
    if (index === null) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.pick(index);
    }
    const last = this.data.labels.length - 1;
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: this.data.first, End: last }[event.key];
    if (!this.choosable(to ?? null)) return;
    event.preventDefault();
    this.characters[index].tabIndex = -1;
    this.focused = to;
    this.characters[to].tabIndex = 0;
    this.characters[to].focus();
  }
}
