"""Looking closely, in a real browser: the text swept by the pointer, the time line, another head, the first picture.

`python -m benchmarks.interaction` starts the app with the run that comes with it; with an address, such as
`http://localhost:8501` or that of the attention page of a run (`.../attention?run=...`), it measures there. Budgets
(design.md, section 7; issue 7): 60 pictures a second while 256 characters are swept with 8 heads shown, and while time
is moved; another head within 150 ms; the first picture of the attention page within 1 s of the page's first element.

Times by the clock grow with whatever else the machine does. Beside them stand seconds of processor time, which do not:
of the thread of the browser that draws the page, and of the server where it is ours.
"""

from __future__ import annotations

import base64
import os
import shutil
import statistics
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial

import numpy as np
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from benchmarks.app_server import AppServer
from gptviz.config import ModelConfig
from gptviz.runs.curves import CurveRecorder
from gptviz.showcase import RUN_ID
from gptviz.ui.components.time_machine import Story, packed_film
from gptviz.ui.components.time_machine.component import script, style
from gptviz.ui.time_words import attention_film_words

FRAME_BUDGET_MS, HEAD_BUDGET_MS, FIRST_BUDGET_MS = 1000 / 60, 150.0, 1_000.0
SETTLED_MS, BETWEEN_MS = 8_000, 1_500  # what is measured of all heads comes after the page, and takes a processor
ROUNDS = 5
LENGTH, HEADS, FRAMES = 256, 8, 5  # 1.3 MB

MOUNT = """async ([code, style, data]) => {
  const component = (await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })))).default;
  const host = document.createElement("div");
  document.body.replaceChildren(host);
  window.part = host.attachShadow({ mode: "open" });
  const sheet = document.createElement("style");
  sheet.textContent = style;
  part.append(sheet);
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  component({ parentElement: part, data: bytes, setStateValue: () => {} });
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (const chip of part.querySelectorAll(".chip:not([aria-pressed=true])")) chip.click();
}"""
# One move a frame. What a frame costs: from the start of its callbacks to after its layout and paint.
SWEEP = """async (what) => {
  const characters = [...part.querySelectorAll(".character")];
  const slider = part.querySelector(".time");
  const moves = {
    pointing: [characters.length, (at) =>
      characters[at].dispatchEvent(new PointerEvent("pointermove", { bubbles: true, pointerType: "mouse" }))],
    time: [60, (at) => {
      slider.value = at % (Number(slider.max) + 1);
      slider.dispatchEvent(new Event("input"));
    }],
  };
  const [count, move] = moves[what];
  const costs = [];
  for (let at = 0; at < count; at++) {
    costs.push(await new Promise((resolve) => requestAnimationFrame(() => {
      const begun = performance.now();
      move(at);
      const moving = performance.now() - begun;
      // The machine has asked for the next frame before this asks: in it the machine draws first.
      requestAnimationFrame((frameBegins) => {
        const done = new MessageChannel();
        done.port1.onmessage = () => resolve(moving + performance.now() - frameBegins);
        done.port2.postMessage(null);
      });
    })));
  }
  return costs;
}"""
FIRST = """
  window.seen = {};
  const look = () => {
    if (document.querySelector("h1")) window.seen.title ??= performance.now();
    const parts = [...document.querySelectorAll("*")].map((one) => one.shadowRoot).filter(Boolean);
    if (parts.some((part) => part.querySelector("canvas.map")?.width > 300)) window.seen.map ??= performance.now();
    if (!window.seen.map) requestAnimationFrame(look);
  };
  look();
"""
# Writes into `took` how long after the next press of the pointer the large map's title tells of the other head.
WATCH = """(name) => {
  const parts = [...document.querySelectorAll("*")].map((one) => one.shadowRoot);
  const title = parts.map((part) => part?.querySelector(".large h2")).find(Boolean);
  window.took = undefined;
  const watch = new MutationObserver(() => {
    if (!title.textContent.includes(name)) return;
    watch.disconnect();
    const chosen = window.chosen;
    requestAnimationFrame(() => { window.took = performance.now() - chosen; });
  });
  watch.observe(title, { childList: true, characterData: true, subtree: true });
  addEventListener("pointerup", () => { window.chosen = performance.now(); }, { once: true, capture: true });
}"""


@dataclass(frozen=True)
class Cost:
    """What one thing cost: milliseconds by the clock, and of processor time in the browser and in our server."""

    clock_ms: float
    browser_ms: float
    server_ms: float = 0.0


class Visitor:
    """A page of somebody who has not been here before, whose processor time is counted.

    Args:
        browser: That it is opened in.
        server_cpu_s: Returns the processor time that the server has used.
    """

    def __init__(self, browser: Browser, server_cpu_s: Callable[[], float] = lambda: 0.0) -> None:
        self.page = browser.new_context(locale="en-US", viewport={"width": 1280, "height": 800}).new_page()
        self.page.set_default_timeout(90_000)
        self._server_cpu_s = server_cpu_s
        self._tools = self.page.context.new_cdp_session(self.page)
        self._tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def used_ms(self) -> tuple[float, float]:
        """Return the processor time used so far, in the thread that draws the page and in the server."""
        metrics = {one["name"]: one["value"] for one in self._tools.send("Performance.getMetrics")["metrics"]}
        return metrics["TaskDuration"] * 1e3, self._server_cpu_s() * 1e3

    def cost(self, of: Callable[[], float]) -> Cost:
        """Do something that returns how long it took by the clock, and return what it cost in all."""
        browser_ms, server_ms = self.used_ms()
        clock_ms = of()
        browser_after_ms, server_after_ms = self.used_ms()
        return Cost(clock_ms, browser_after_ms - browser_ms, server_after_ms - server_ms)

    def __enter__(self) -> Visitor:
        return self

    def __exit__(self, *_: object) -> None:
        self.page.context.close()


def film() -> bytes:
    """A film of random attention, as large as a picture may be."""
    scores = np.random.default_rng(0).normal(size=(FRAMES, 1, HEADS, LENGTH, LENGTH)) * 2
    exponentials = np.exp(scores) * np.tri(LENGTH)
    words = asdict(attention_film_words(ModelConfig(65, context_size=LENGTH, heads=HEADS, blocks=1)))
    story = Story(range(FRAMES), CurveRecorder().since(-1), [])
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return packed_film(weights, story, list("to be or not to be, " * 13)[:LENGTH], film="f", words=words)


def sweep(browser: Browser) -> dict[str, list[Cost]]:
    """Return what each frame costs, while pointing and while moving in time; of processor time, the mean frame."""
    costs: dict[str, list[Cost]] = {}
    with Visitor(browser) as visitor:
        page = visitor.page
        page.evaluate(MOUNT, [script(), style(), base64.b64encode(film()).decode()])
        for what in ("pointing", "time"):
            page.evaluate(SWEEP, what)  # the browser compiles what runs often
            before_ms, _ = visitor.used_ms()
            frames: list[float] = page.evaluate(SWEEP, what)
            mean_ms = (visitor.used_ms()[0] - before_ms) / len(frames)
            costs[what] = [Cost(frame_ms, mean_ms) for frame_ms in frames]
    return costs


def first_picture(browser: Browser, url: str, server_cpu_s: Callable[[], float]) -> Cost:
    """Return what the time from the first element of the attention page to its first picture costs."""

    def picture_ms() -> float:
        visitor.page.wait_for_function("() => window.seen.map")
        took_ms: float = visitor.page.evaluate("() => window.seen.map - window.seen.title")
        return took_ms

    with Visitor(browser, server_cpu_s) as visitor:
        visitor.page.add_init_script(FIRST)
        visitor.page.goto(url)
        visitor.page.wait_for_function("() => window.seen.title")
        return visitor.cost(picture_ms)


def other_heads(browser: Browser, url: str, server_cpu_s: Callable[[], float]) -> dict[str, list[Cost]]:
    """Return what another head costs, chosen on its small map, and chosen in the sidebar by way of the server."""
    costs: dict[str, list[Cost]] = {"map": [], "sidebar": []}
    with Visitor(browser, server_cpu_s) as visitor:
        page = visitor.page
        page.goto(url)
        page.locator("canvas.map").wait_for()
        page.wait_for_timeout(SETTLED_MS)
        for turn in range(ROUNDS):
            for way in ("map", "sidebar"):
                other = f"Head {(2 * turn + (way == 'map')) % 4 + 1}"
                chosen = _offered(page, other, by_map=way == "map")
                page.evaluate(WATCH, f"{other},")
                costs[way].append(visitor.cost(partial(_chosen_ms, page, chosen)))
                page.wait_for_timeout(BETWEEN_MS)
    return costs


def _offered(page: Page, head: str, *, by_map: bool) -> Locator:
    """The place to click, in sight."""
    if by_map:
        small = page.locator(".tiles").first.get_by_role("button", name=head)
        small.scroll_into_view_if_needed()
        return small
    page.get_by_role("combobox", name="Head", exact=True).click()
    option = page.get_by_role("option", name=head, exact=True)
    option.wait_for()
    return option


def _chosen_ms(page: Page, chosen: Locator) -> float:
    chosen.click()
    page.wait_for_function("() => window.took !== undefined")
    took_ms: float = page.evaluate("() => window.took")
    return took_ms


def told(what: str, costs: list[Cost], budget_ms: float) -> None:
    """Print one line of the table."""
    clock_ms = [cost.clock_ms for cost in costs]
    median, late = statistics.median(clock_ms), float(np.percentile(clock_ms, 95))
    browser_ms, server_ms = (
        statistics.median(getattr(cost, f"{of}_ms") for cost in costs) for of in ("browser", "server")
    )
    verdict = "met" if median <= budget_ms else "MISSED"
    print(f"{what:50} {median:8.1f} {late:8.1f} {budget_ms:8.1f}  {verdict:6} {browser_ms:8.1f} {server_ms:8.1f}")


def measure(url: str, server_cpu_s: Callable[[], float] = lambda: 0.0) -> None:
    """Print all times, in milliseconds.

    Args:
        url: Of the app, or of the attention page of a run.
        server_cpu_s: Returns the processor time that the server has used.
    """
    address = url if "run=" in url else f"{url}/attention?run={RUN_ID}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        frames = sweep(browser)
        first = [first_picture(browser, address, server_cpu_s) for _ in range(ROUNDS)]
        heads = other_heads(browser, address, server_cpu_s)
        browser.close()
    machine = f"{os.getloadavg()[0]:.1f} processes ready on {os.cpu_count()} processors"
    print(f"{'':50} {'by the clock':>17} {'':16} {'of processors':>17}")
    print(f"{machine:50} {'median':>8} {'95 %':>8} {'budget':>8}  {'':6} {'browser':>8} {'server':>8}  ms")
    told(f"a frame while pointing, {LENGTH} characters x {HEADS} heads", frames["pointing"], FRAME_BUDGET_MS)
    told(f"a frame while time moves, {LENGTH} characters x {HEADS} heads", frames["time"], FRAME_BUDGET_MS)
    told("attention page: first element to first picture", first, FIRST_BUDGET_MS)
    told("another head, chosen on its small map", heads["map"], HEAD_BUDGET_MS)
    told("another head, chosen in the sidebar", heads["sidebar"], HEAD_BUDGET_MS)


def main() -> None:
    """Measure at the address that is given, or at an app of our own."""
    if len(sys.argv) > 1:
        measure(sys.argv[1])
        return
    with AppServer() as server:
        measure(server.url, server.cpu_s)


if __name__ == "__main__":
    main()
