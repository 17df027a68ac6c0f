// Escape presses the button that leaves presenter mode, unless it closes something else first.

// What Escape closes by itself: an enlarged picture, a dialog, a list of options.
const OPEN = '[role="dialog"], [role="listbox"], [data-testid="stFullScreenFrame"] > [style*="fixed"]';
let button = null;
let listening = false;

function onKey(event) {
  if (event.key !== "Escape" || event.defaultPrevented || document.fullscreenElement) return;
  if (document.querySelector(OPEN)) return;
  // The button is there only in presenter mode.
  document.querySelector(`.st-key-${CSS.escape(button)} button`)?.click();
}

export default function ({ parentElement, data }) {
  // It shows nothing, so it must not leave a gap in the column either.
  const host = parentElement.host ?? parentElement;
  host.closest('[data-testid="stElementContainer"]')?.style.setProperty("display", "none");
  button = data;
  if (!listening) document.addEventListener("keydown", onKey);
  listening = true;
}
