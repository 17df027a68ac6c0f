// The feed: asks the server how a run stands and tells the pictures of the page, without a run of the page. Only where
// the page itself has to change (other buttons, an end) is Streamlit asked to draw it.

const AFTER_AN_ERROR_S = 2;
const ASK_AGAIN_S = 5; // the page has been asked to draw itself, and has not

class Feed {
  constructor(alive) {
    this.alive = alive;
    this.session = Math.random().toString(36).slice(2);
  }

  // Where to ask, how the page stands, how often; called whenever the page is drawn.
  follow({ path, query, state, everySeconds }, report) {
    const address = `${path}?${new URLSearchParams({ ...query, session: this.session })}`;
    if (address !== this.address) this.tag = ""; // another text, another language: nothing seen yet
    Object.assign(this, { address, state, report, everySeconds });
    clearTimeout(this.timer);
    this.wait(everySeconds);
  }

  end() {
    clearTimeout(this.timer);
    this.address = null;
  }

  wait(seconds) {
    this.timer = setTimeout(() => this.ask(), seconds * 1000);
  }

  async ask() {
    if (!this.alive()) return;
    const { address } = this;
    const start = performance.now();
    let seconds = AFTER_AN_ERROR_S;
    try {
      const response = await fetch(address, { headers: { "If-None-Match": this.tag }, cache: "no-store" });
      const body = response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : null;
      if (address !== this.address) return; // the page was drawn meanwhile, and asks anew
      if (response.ok || response.status === 304 || response.status === 404) {
        seconds = Number(response.headers.get("X-Next-Seconds")) || this.everySeconds;
        this.compare(response.headers.get("X-Run-State") ?? "gone");
      }
      if (body) {
        this.tag = response.headers.get("ETag");
        document.dispatchEvent(new CustomEvent("gptviz-live", { detail: opened(body) }));
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // fetch: the server is away; Streamlit tells the reader
    }
    if (address !== this.address) return;
    clearTimeout(this.timer);
    this.wait(Math.max(0.1, seconds - (performance.now() - start) / 1000));
  }

  compare(state) {
    if (state === this.state) return;
    const now = performance.now();
    if (state === this.told && now - this.toldAt < ASK_AGAIN_S * 1000) return;
    Object.assign(this, { told: state, toldAt: now });
    this.report("changed", state);
  }
}

// Length and JSON, length and maps, length and similarity: see live_route.py.
function opened(body) {
  const parts = [];
  const view = new DataView(body.buffer);
  for (let at = 0; at < body.length; ) {
    const size = view.getUint32(at, true);
    parts.push(body.slice(at + 4, at + 4 + size)); // a copy: numbers in it are read at aligned places
    at += 4 + size;
  }
  const [words, maps, similarity] = parts;
  return {
    ...JSON.parse(new TextDecoder().decode(words)),
    maps: maps.length ? maps : null,
    similarity: similarity.length ? similarity : null,
  };
}
