// Delivers a letter; draws nothing. Streamlit calls this again whenever its part of the page runs.
export default function ({ data }) {
  const letter = { ...unpack(data), sent: data.slice() };
  const name = `${letter.key} ${letter.topic}`;
  const before = letters().get(name);
  if (before && sameBytes(before.sent, letter.sent)) return;
  letters().set(name, letter);
  document.dispatchEvent(new CustomEvent("gptviz-letter", { detail: letter }));
}
