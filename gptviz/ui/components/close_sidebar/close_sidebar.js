// Streamlit closes the sidebar of a phone after a tap on its own navigation only; ours are page links.

const PHONE = "(max-width: 767.98px)"; // where Streamlit lays the sidebar over the page
// Where this tab began, by its address: a quick reader goes on before the first page has called.
let pageBefore = new URL(performance.getEntriesByType("navigation")[0].name).pathname.split("/").pop() || "home";

export default function ({ parentElement, data: page }) {
  // It shows nothing, so it must not leave a gap in the column either.
  const host = parentElement.host ?? parentElement;
  host.closest('[data-testid="stElementContainer"]')?.style.setProperty("display", "none");
  const moved = page !== pageBefore;
  pageBefore = page;
  if (!moved || !matchMedia(PHONE).matches) return;
  // The button is there only while the sidebar is open.
  document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
}
