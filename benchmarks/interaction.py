"""Looking closely, in a real browser: the text swept by the pointer, the time line, another head, the first picture.

Start the app, then run `python -m benchmarks.interaction http://localhost:8501`; the address of the attention page of a
run (`.../attention?run=...`) spares the training. Budgets (design.md, section 7; issue 7): 60 pictures a second while
256 characters are swept with 8 heads shown, and while time is moved; another head within 150 ms; the first picture of
the attention page within 1 s of the first element of the page.
"""

from __future__ import annotations

import base64
import re
import shutil
import statistics
import sys
from dataclasses import asdict

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from gptviz.config import ModelConfig
from gptviz.runs.curves import CurveRecorder
from gptviz.ui.components.time_machine import Story, packed_film
from gptviz.ui.components.time_machine.component import script, style
from gptviz.ui.time_words import attention_film_words

FRAME_BUDGET_MS, HEAD_BUDGET_MS, FIRST_BUDGET_MS = 1000 / 60, 150.0, 1_000.0
TRAINED_MS, SETTLED_MS, ROUNDS = 8_000, 6_000, 3
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
# One move a frame. What a frame costs: from its first callback to after its layout and paint.
SWEEP = """async (what) => {
  const characters = [...part.querySelectorAll(".character")];
  const slider = part.querySelector(".time");
  const moves = {
    pointing: [characters.length, (at) =>
      characters[at].dispatchEvent(new PointerEvent("pointermove", { bubbles: true, pointerType: "mouse" }))],
    time: [Number(slider.max) + 1, (at) => {
      slider.value = at;
      slider.dispatchEvent(new Event("input"));
    }],
  };
  const [count, move] = moves[what];
  const costs = [];
  for (let at = 0; at < count; at++) {
    costs.push(await new Promise((resolve) => requestAnimationFrame(() => {
      const begun = performance.now();
      move(at);
      requestAnimationFrame(() => {
        const moved = performance.now() - begun;
        const drawing = performance.now();
        const done = new MessageChannel();
        done.port1.onmessage = () => resolve([performance.now() - drawing, moved]);
        done.port2.postMessage(null);
      });
    })));
  }
  return costs.map(([cost]) => cost);
}"""


def film() -> bytes:
    """A film of random attention, as large as a picture may be."""
    scores = np.random.default_rng(0).normal(size=(FRAMES, 1, HEADS, LENGTH, LENGTH)) * 2
    exponentials = np.exp(scores) * np.tri(LENGTH)
    words = asdict(attention_film_words(ModelConfig(65, context_size=LENGTH, heads=HEADS, blocks=1)))
    story = Story(range(FRAMES), CurveRecorder().since(-1), [])
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return packed_film(weights, story, list("to be or not to be, " * 13)[:LENGTH], film="f", words=words)


def sweep(browser: Browser) -> dict[str, list[float]]:
    """Return what each frame costs in milliseconds, while pointing and while moving in time."""
    page = browser.new_page()
    page.evaluate(MOUNT, [script(), style(), base64.b64encode(film()).decode()])
    costs = {what: page.evaluate(SWEEP, what) for what in ("pointing", "time")}
    page.close()
    return costs


def trained_url(page: Page, url: str) -> str:
    """Train the default model for a moment and return the address of its attention page."""
    page.goto(f"{url}/train")
    page.wait_for_selector("h1")
    page.wait_for_timeout(SETTLED_MS)
    page.get_by_role("button", name="Train", exact=True).click()
    page.wait_for_url(re.compile(r"[?&]run="))
    page.wait_for_timeout(TRAINED_MS)
    page.get_by_role("button", name="Pause", exact=True).click()
    page.wait_for_timeout(1_000)
    return page.url.replace("/train", "/attention")


def first_picture_ms(browser: Browser, url: str) -> float:
    """Return the time from the first element of the attention page to its first picture."""
    page = browser.new_context(locale="en-US").new_page()
    page.add_init_script("""
      window.seen = {};
      const look = () => {
        if (document.querySelector("h1")) window.seen.title ??= performance.now();
        const parts = [...document.querySelectorAll("*")].map((one) => one.shadowRoot).filter(Boolean);
        if (parts.some((part) => part.querySelector("canvas.map")?.width > 300)) window.seen.map ??= performance.now();
        if (!window.seen.map) requestAnimationFrame(look);
      };
      look();
    """)
    page.goto(url)
    page.wait_for_function("() => window.seen.map")
    took_ms: float = page.evaluate("() => window.seen.map - window.seen.title")
    page.context.close()
    return took_ms


def open_choice(page: Page) -> None:
    """Open the choice of heads; a page that runs again when its heads are measured closes it."""
    for _ in range(ROUNDS):
        page.get_by_role("combobox", name="Head", exact=True).click()
        page.wait_for_timeout(700)
        if page.get_by_role("option").count():
            return
    raise RuntimeError("the choice of heads does not stay open")


def head_ms(browser: Browser, url: str) -> list[float]:
    """Return the times from choosing another head in the sidebar to its map."""
    page = browser.new_context(locale="en-US").new_page()
    page.goto(url)
    page.locator("canvas.map").wait_for()
    page.wait_for_timeout(SETTLED_MS)
    times = []
    for head in (2, 3, 1, 4):
        option = page.get_by_role("option", name=f"Head {head}", exact=True)
        open_choice(page)
        page.evaluate(
            """(name) => {
          const title = [...document.querySelectorAll("*")].map((one) => one.shadowRoot?.querySelector(".large h3"))
            .find(Boolean);
          const watch = new MutationObserver(() => {
            if (title.textContent.includes(name)) window.took ??= performance.now() - window.chosen;
          });
          watch.observe(title, { childList: true, characterData: true, subtree: true });
          window.took = undefined;
          addEventListener("pointerup", () => (window.chosen = performance.now()), { once: true, capture: true });
        }""",
            f"Head {head},",
        )
        option.click()
        page.wait_for_function("() => window.took !== undefined")
        times.append(page.evaluate("() => window.took"))
        page.wait_for_timeout(1_500)
    page.context.close()
    return times


def told(what: str, times_ms: list[float], budget_ms: float) -> None:
    """Print one line of the table."""
    median = statistics.median(times_ms)
    late = float(np.percentile(times_ms, 95))
    print(f"{what:46} {median:8.1f} {late:8.1f} {budget_ms:8.1f}  {'met' if median <= budget_ms else 'MISSED'}")


def main(url: str) -> None:
    """Print all times, in milliseconds."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        costs = sweep(browser)
        address = url if "run=" in url else trained_url(browser.new_context(locale="en-US").new_page(), url)
        first = [first_picture_ms(browser, address) for _ in range(ROUNDS)]
        heads = head_ms(browser, address)
        browser.close()
    print(f"{'':46} {'median':>8} {'95 %':>8} {'budget':>8}  ms")
    told(f"a frame while pointing, {LENGTH} x {HEADS} heads", costs["pointing"], FRAME_BUDGET_MS)
    told(f"a frame while time moves, {LENGTH} x {HEADS} heads", costs["time"], FRAME_BUDGET_MS)
    told("attention page: first element to first picture", first, FIRST_BUDGET_MS)
    told("another head, from the click to its map", heads, HEAD_BUDGET_MS)


if __name__ == "__main__":
    main(sys.argv[1])
