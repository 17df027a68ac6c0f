// Elements of the page, and what is said in them: texts enter by textContent alone.

function element(tag, className, parent) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  parent.append(made);
  return made;
}

function button(className, parent, onclick) {
  const made = element("button", className, parent);
  made.type = "button";
  made.onclick = onclick;
  return made;
}

// Screen readers read a text again when it is set again.
function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// "%query% looks at %key%" with its values: what is put in is not searched for names again.
function filled(template, values) {
  return template.replace(/%(\w+)%/g, (_, name) => values[name]);
}

function clamp(value, low, high) {
  return Math.min(high, Math.max(low, value));
}
