// One message that Streamlit's page cannot place takes the whole page down, and leaves it white for ever. What it showed
// stands in the address and on the server, so it is loaded anew: at once, and again after a while should that not help.

const RESCUED_AT = "gptviz-rescued-at";
const AGAIN_AFTER_MS = 10_000;
let guarded = false;

function rescue() {
  if (document.getElementById("root").childElementCount) return;
  const waited = Date.now() - Number(sessionStorage.getItem(RESCUED_AT));
  if (waited < AGAIN_AFTER_MS) {
    setTimeout(rescue, AGAIN_AFTER_MS - waited);
    return;
  }
  sessionStorage.setItem(RESCUED_AT, String(Date.now()));
  location.reload();
}

function guardPage() {
  if (guarded) return;
  guarded = true;
  new MutationObserver(rescue).observe(document.getElementById("root"), { childList: true });
}
