// A part of the train page that the feed keeps moving.

class LivePart {
  constructor() {
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

  write({ run, at }) {
    Object.assign(this, { run, at });
  }
}
