// Plays each film of the report with the player above, which stands here as it stands in the app.

for (const host of document.querySelectorAll("[data-film]")) {
  const text = atob(document.getElementById(host.dataset.film).textContent);
  const data = Uint8Array.from(text, (character) => character.charCodeAt(0));
  // Its own tree, as in the app: its styles and those of the page do not meet.
  const root = host.attachShadow({ mode: "open" });
  root.append(document.getElementById("player-css").content.cloneNode(true));
  const parentElement = document.createElement("div");
  root.append(parentElement);
  player({ parentElement, data, setTriggerValue() {}, setStateValue() {} });
}
