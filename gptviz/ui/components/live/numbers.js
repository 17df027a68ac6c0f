// The numbers of a run and its progress bar. Texts enter the page by textContent alone.

export default function ({ parentElement, data, setTriggerValue }) {
  return mounted(parentElement, Numbers, (numbers) => {
    numbers.receive(data);
    if (data.feed) numbers.feed.follow(data.feed, setTriggerValue);
    else numbers.feed.end();
  });
}

class Numbers extends LivePart {
  constructor(parent) {
    super();
    this.root = element("div", "run", parent);
    this.list = element("dl", "numbers", this.root);
    this.bar = element("progress", "bar", this.root);
    this.bar.max = 1;
    this.told = element("p", "told", this.root);
    this.cells = [];
    this.feed = new Feed(() => parent.isConnected);
  }

  end() {
    this.feed.end();
    super.end();
  }

  write({ run, at, numbers }) {
    super.write({ run, at });
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
