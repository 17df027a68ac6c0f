// Reads the browser's secret, or makes one, and reports it once for each place where the component stands.

const STORED_AS = "gptviz-owner-key";
const SECRET = /^[0-9a-f]{32}$/;
const reported = new WeakSet();
let secretOfThisPage = null;

function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function browserSecret() {
  secretOfThisPage ??= newSecret();
  try {
    const stored = localStorage.getItem(STORED_AS);
    if (SECRET.test(stored ?? "")) return stored;
    localStorage.setItem(STORED_AS, secretOfThisPage);
  } catch {
    // Storage is blocked (private mode, policy): the secret lives as long as the page.
  }
  return secretOfThisPage;
}

export default function ({ parentElement, setStateValue }) {
  if (reported.has(parentElement)) return;
  reported.add(parentElement);
  // It shows nothing, so it must not leave a gap in the column either.
  const host = parentElement.host ?? parentElement;
  host.closest('[data-testid="stElementContainer"]')?.style.setProperty("display", "none");
  setStateValue("secret", browserSecret());
}
