// What is wrong with the page that is open, as lines of text: structure, names of controls, contrast, width.
() => {
  // One line for each thing that is wrong, however often it is.
  const found = [], told = new Set();
  const say = text => { const kind = text.replace(/> .*/, "").replace(/[\d.]+/g, "n"); if (!told.has(kind)) { told.add(kind); found.push(text); } };
  const where = e => `<${e.tagName.toLowerCase()}${e.id ? `#${e.id}` : ""}${e.getAttribute?.("class") ? `.${e.getAttribute("class").split(" ").join(".")}` : ""}> ${(e.textContent ?? "").trim().slice(0, 30)}`;
  const all = selector => [...document.querySelectorAll(selector)];

  // -- structure ---------------------------------------------------------------------------
  if (all("h1").length !== 1) say(`${all("h1").length} level-one headings`);
  if (!document.documentElement.lang) say("no language");
  if (!document.title.trim()) say("no title");
  for (const landmark of ["body > header", "header nav[aria-label]", "main#main", "body > footer"]) if (all(landmark).length !== 1) say(`no single ${landmark}`);
  let level = 0;
  for (const h of all("main h1, main h2, main h3, main h4")) {
    const now = Number(h.tagName[1]);
    if (now > level + 1) say(`a heading of level ${now} after one of level ${level}: ${h.textContent.trim()}`);
    level = now;
  }
  const ids = new Set();
  for (const e of all("[id]")) { if (ids.has(e.id)) say(`two elements are #${e.id}`); ids.add(e.id); }
  for (const t of all("table")) if (!t.querySelector("th")) say(`a table without heads: ${where(t)}`);

  // -- names -------------------------------------------------------------------------------
  const words = text => (text ?? "").trim();
  const name = e => words(e.getAttribute("aria-label")) || words(e.getAttribute("aria-labelledby")) || words(e.labels?.[0]?.textContent) || words(e.textContent) || words(e.getAttribute("title"));
  for (const e of all("a[href], button, input, select, textarea, summary, [role=button]")) {
    const own = e.matches("select, textarea, input") ? words(e.getAttribute("aria-label")) || words(e.labels?.[0]?.textContent) : name(e);
    if (!own) say(`a control without a name: ${where(e)}`);
  }
  for (const e of all("svg:not([aria-hidden]):not(.sprite)")) if (!words(e.getAttribute("aria-label")) && !e.closest(".sprite, [aria-hidden]")) say(`a drawing without words: ${where(e)}`);

  // -- width -------------------------------------------------------------------------------
  if (document.documentElement.scrollWidth > innerWidth) {
    const wide = all("main *").filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll, pre, .odds, svg, table, .top"));
    say(`wider than the screen by ${document.documentElement.scrollWidth - innerWidth}: ${wide.slice(0, 2).map(where).join(" | ")}`);
  }

  // -- contrast ----------------------------------------------------------------------------
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true}), known = new Map();
  const rgba = text => {
    if (!known.has(text)) {
      const plain = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(text);
      if (plain) known.set(text, [Number(plain[1]), Number(plain[2]), Number(plain[3]), plain[4] === undefined ? 1 : Number(plain[4])]);
      else {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = text;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        known.set(text, [r, g, b, a / 255]);
      }
    }
    return known.get(text);
  };
  const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const styles = new Map();
  const style = e => { if (!styles.has(e)) styles.set(e, getComputedStyle(e)); return styles.get(e); };
  const grounds = new Map();
  const ground = e => {
    if (!e) return rgba(style(document.body).backgroundColor);
    if (!grounds.has(e)) {
      const own = rgba(style(e).backgroundColor);
      grounds.set(e, own[3] === 1 ? own : over(own, ground(e.parentElement)));
    }
    return grounds.get(e);
  };
  const shine = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ratio = (a, b) => { const [x, y] = [shine(a), shine(b)].sort((m, n) => n - m); return (x + 0.05) / (y + 0.05); };
  const faded = e => { for (let n = e; n && n !== document.body; n = n.parentElement) if (Number(style(n).opacity) < 1) return true; return false; };
  const judge = (e, fore, back, size, bold) => {
    const least = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5, has = ratio(over(fore, back), back);
    if (has < least - 0.01) say(`contrast ${has.toFixed(2)}, not ${least}: ${where(e)}`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement;
    if (!node.data.trim() || seen.has(e) || e.closest("script, style, noscript, option, .visually-hidden, .skip, svg, :disabled, [hidden]") || !e.checkVisibility()) continue;
    seen.add(e);
    const s = style(e), size = parseFloat(s.fontSize);
    if (size < 11.5) say(`text of ${size.toFixed(1)} px: ${where(e)}`);
    if (!faded(e)) judge(e, rgba(s.color), ground(e), size, Number(s.fontWeight) >= 700);
  }
  // In a drawing a letter stands on the shape before it, or on the page.
  for (const e of all("svg text")) {
    if (!e.checkVisibility() || faded(e)) continue;
    const shape = e.parentElement.querySelector(":scope > rect, :scope > use");
    const before = e.previousElementSibling?.matches("rect:not(.finish), use") ? e.previousElementSibling : e.parentElement.tagName === "g" ? shape : null;
    const back = before && style(before).fill !== "none" ? rgba(style(before).fill) : ground(e.closest("svg").parentElement);
    // Drawings are scaled, so every letter is judged as a small one.
    judge(e, rgba(style(e).fill), back, 12, false);
  }
  return {found, links: [...new Set(all("a[href]").map(a => a.href))]};
}
