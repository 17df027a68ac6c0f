// Streamlit closes the sidebar of a phone after a tap on its own navigation only; ours are page links.

const PHONE = "(max-width: 767.98px)"; // where Streamlit lays the sidebar over the page
// Where this tab began: a quick reader goes on before the first page has called.
let pathBefore = new URL(performance.getEntriesByType("navigation")[0].name).pathname;

export default function ({ parentElement }) {
  // It shows nothing, so it must not leave a gap in the column either.
  const host = parentElement.host ?? parentElement;
  host.closest('[data-testid="stElementContainer"]')?.style.setProperty("display", "none");
  const moved = location.pathname !== pathBefore;
  pathBefore = location.pathname;
  if (!moved || !matchMedia(PHONE).matches) return;
  // The button is there only while the sidebar is open.
  document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
}
