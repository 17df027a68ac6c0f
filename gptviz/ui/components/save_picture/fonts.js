// Puts the page's own fonts into an SVG: an image that stands alone does not see those of the page.

async function withFonts(svg) {
  const used = svg.outerHTML;
  const faces = [...document.styleSheets].flatMap(rulesOf).filter((rule) => {
    const { fontFamily, fontStyle } = rule.style;
    return fontStyle !== "italic" && used.includes(fontFamily.replaceAll(/["']/g, ""));
  });
  const rules = await Promise.all(faces.map(embedded));
  if (rules.length) {
    const style = made("style", {});
    style.textContent = rules.join("\n");
    svg.prepend(style);
  }
  return svg;
}

function rulesOf(sheet) {
  try {
    return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
  } catch {
    return []; // of another origin, which may not be read
  }
}

async function embedded(rule) {
  const address = /url\(["']?([^"')]+)/.exec(rule.style.src)?.[1];
  if (!address) return "";
  const response = await fetch(new URL(address, rule.parentStyleSheet.href ?? location.href));
  const data = await asDataUrl(await response.blob());
  const { fontFamily, fontWeight } = rule.style;
  return `@font-face { font-family: ${fontFamily}; font-weight: ${fontWeight || "400"}; src: url(${data}); }`;
}

function asDataUrl(blob) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = failed;
    reader.readAsDataURL(blob);
  });
}
