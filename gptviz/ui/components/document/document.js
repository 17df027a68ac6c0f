// Streamlit's document is English for ever, its current page only a pale link, and below its first heading comes the
// third.

const main = () => document.querySelector('[data-testid="stMain"]');
let watched = null;
let waiting = false;

function describe() {
  const links = document.querySelectorAll('[data-testid="stSidebar"] [data-testid="stPageLink-NavLink"]');
  for (const link of links) {
    const current = link.hasAttribute("disabled");
    if (current !== link.hasAttribute("aria-current")) link.toggleAttribute("aria-current", current);
    if (current) link.setAttribute("aria-current", "page");
  }
  for (const heading of document.querySelectorAll('[data-testid="stHeading"] h3:not([aria-level])')) {
    heading.setAttribute("aria-level", "2");
  }
  // A table that is wider than a phone is moved by the arrow keys, once it can be reached.
  for (const table of document.querySelectorAll('[data-testid="stTable"] table')) {
    const frame = table.parentElement;
    if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
  }
}

function describeSoon() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    describe();
  });
}

// Parts of a page come later, and a phone is turned; a heading is described in the frame in which it is seen first.
function watch() {
  const page = main();
  if (!page || page === watched) return;
  watched = page;
  new MutationObserver(describeSoon).observe(page, { childList: true, subtree: true });
  new ResizeObserver(describeSoon).observe(page);
}

export default function ({ parentElement, data }) {
  // It shows nothing, so it must not leave a gap in the column either.
  const host = parentElement.host ?? parentElement;
  host.closest('[data-testid="stElementContainer"]')?.style.setProperty("display", "none");
  document.documentElement.lang = data.language;
  document.documentElement.style.setProperty("--gptviz-upload", JSON.stringify(data.upload));
  document.querySelector('[data-testid="stSidebar"]')?.setAttribute("aria-label", data.navigation);
  closeSidebar(data.page);
  guardPage();
  describe();
  watch();
}
