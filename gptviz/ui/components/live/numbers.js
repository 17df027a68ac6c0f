// The numbers of a run and its progress bar. Texts enter the page by textContent alone.

const shown = new WeakMap();

export default function ({ parentElement, data, setTriggerValue }) {
  let numbers = shown.get(parentElement);
  if (!numbers) {
    numbers = new Numbers(parentElement);
    shown.set(parentElement, numbers);
  }
  numbers.receive(data);
  if (data.feed) numbers.feed.follow(data.feed, setTriggerValue);
  else numbers.feed.end();
  return () => {
    if (parentElement.isConnected) return;
    numbers.end();
    shown.delete(parentElement);
  };
}

class Numbers {
  constructor(parent) {
    this.root = element("div", "run", parent);
    this.list = element("dl", "numbers", this.root);
    this.bar = element("progress", "bar", this.root);
    this.bar.max = 1;
    this.told = element("p", "told", this.root);
    this.cells = [];
    this.feed = new Feed(() => parent.isConnected);
    this.onLive = ({ detail }) => this.write(detail);
    document.addEventListener("gptviz-live", this.onLive);
  }

  end() {
    this.feed.end();
    document.removeEventListener("gptviz-live", this.onLive);
    this.root.remove();
  }

  // From the page: it may draw what the feed has overtaken meanwhile.
  receive(data) {
    if (this.run === data.run && this.at > data.at) return;
    this.write(data);
  }

  write({ run, at, numbers }) {
    Object.assign(this, { run, at });
    numbers.metrics.forEach(([label, value, help], place) => {
      const cell = (this.cells[place] ??= this.build(place));
      say(cell.label, label);
      say(cell.value, value);
      say(cell.help, help);
      cell.button.setAttribute("aria-label", numbers.help.replace("%name%", label));
    });
    this.bar.value = numbers.done;
    this.bar.setAttribute("aria-label", numbers.told);
    say(this.told, numbers.told);
  }

  build(place) {
    const cell = element("div", "number", this.list);
    const term = element("dt", "", cell);
    const label = element("span", "label", term);
    const button = element("button", "ask", term);
    Object.assign(button, { type: "button", textContent: "?" });
    const help = element("span", "help", term);
    Object.assign(help, { id: `help-${place}`, popover: "auto" });
    button.setAttribute("popovertarget", help.id);
    help.onbeforetoggle = () => beside(help, button);
    return { label, button, help, value: element("dd", "value", cell) };
  }
}

function beside(help, button) {
  const box = button.getBoundingClientRect();
  help.style.left = `${Math.max(8, Math.min(box.left, innerWidth - 300))}px`;
  help.style.top = `${box.bottom + 6}px`;
}

function element(tag, className, parent) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  parent.append(made);
  return made;
}

// Screen readers read a text again when it is set again.
function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
