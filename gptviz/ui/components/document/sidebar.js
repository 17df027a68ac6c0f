// Closes the sidebar of a phone when its reader has gone to another page: it would stay open over the page.
// Streamlit closes it after a tap on its own navigation only; ours are page links.

const PHONE = "(max-width: 767.98px)"; // where Streamlit lays the sidebar over the page
// Where this tab began, by its address: a quick reader goes on before the first page has called.
let pageBefore = new URL(performance.getEntriesByType("navigation")[0].name).pathname.split("/").pop() || "home";

function closeSidebar(page) {
  const moved = page !== pageBefore;
  pageBefore = page;
  if (!moved || !matchMedia(PHONE).matches) return;
  // The button is there only while the sidebar is open.
  document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
}
