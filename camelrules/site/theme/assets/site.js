// Search and the light/dark switch, for every page. The index is fetched as a script when somebody searches.
(() => {
  "use strict";
  const root = document.body.dataset.root.replace(/\/?$/, "/").replace(/^\.\/$/, "");
  const form = document.querySelector(".search"), box = form.querySelector("input"), list = document.getElementById("found");
  form.hidden = false;

  let loading = null;
  function index() {
    loading ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${root}assets/search-index.js`;
      script.onload = () => resolve(globalThis.camelSearch);
      script.onerror = reject;
      document.head.append(script);
    });
    return loading;
  }

  // A page is found when every word begins a word of it; titles count most.
  function rank(page, words) {
    let score = 0;
    for (const word of words) {
      const at = ` ${page.title.toLowerCase()}`.search(new RegExp(`[^a-z0-9]${word}`));
      if (at >= 0) score += 20 - Math.min(at, 10);
      else if (` ${page.text}`.includes(` ${word}`)) score += 3;
      else return 0;
    }
    return score;
  }

  const escape = text => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  async function search() {
    const asked = box.value, words = asked.toLowerCase().split(/\s+/).filter(Boolean).map(escape);
    list.replaceChildren();
    list.hidden = !words.length;
    if (!words.length) return;
    const pages = await index();
    // Something else may have been typed while the index was fetched.
    if (asked !== box.value) return;
    list.dataset.of = asked;
    const found = pages.map(p => [rank(p, words), p]).filter(([s]) => s > 0).sort((a, b) => b[0] - a[0]).slice(0, 12);
    list.replaceChildren(...found.map(([, page]) => {
      const item = document.createElement("li"), link = document.createElement("a"), small = document.createElement("small");
      link.href = root + page.url;
      link.textContent = page.title;
      small.textContent = page.about;
      link.append(small);
      item.append(link);
      return item;
    }));
    if (!found.length) list.append(Object.assign(document.createElement("li"), {textContent: "Nothing found."}));
  }
  box.addEventListener("input", search);
  form.addEventListener("submit", event => { event.preventDefault(); list.querySelector("a")?.click(); });
  document.addEventListener("keydown", event => {
    if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) { event.preventDefault(); box.focus(); }
    if (event.key === "Escape" && !list.hidden) { list.hidden = true; box.focus(); }
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !list.hidden && form.contains(document.activeElement)) {
      event.preventDefault();
      const stops = [box, ...list.querySelectorAll("a")], at = stops.indexOf(document.activeElement);
      stops[(at + (event.key === "ArrowDown" ? 1 : stops.length - 1)) % stops.length].focus();
    }
  });
  document.addEventListener("click", event => { if (!form.contains(event.target)) list.hidden = true; });

  // On a phone the page that one is on may lie outside the row of links.
  const row = document.querySelector(".top nav ul"), here = row.querySelector("[aria-current]");
  if (here) row.scrollLeft = here.offsetLeft - row.offsetLeft - 20;

  // On a phone a wide table becomes a list of cards, whose cells say what they are; roles keep it a table for readers.
  for (const table of document.querySelectorAll("main > table")) {
    const heads = [...table.querySelectorAll("thead th")].map(th => th.textContent);
    if (heads.length < 4) continue;
    table.classList.add("cards");
    table.setAttribute("role", "table");
    for (const row of table.rows) {
      row.setAttribute("role", "row");
      [...row.cells].forEach((cell, i) => {
        cell.setAttribute("role", cell.tagName === "TH" ? "columnheader" : "cell");
        cell.dataset.label = heads[i];
      });
    }
  }

  // A link to something that is folded away unfolds it.
  const unfold = () => {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const folded = target && target.closest("details:not([open])");
    if (folded) { folded.open = true; target.scrollIntoView(); }
  };
  addEventListener("hashchange", unfold);
  unfold();

  const button = document.getElementById("theme");
  button.hidden = false;
  button.addEventListener("click", () => {
    const now = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    try { localStorage.setItem("theme", next); } catch { /* a page from a folder may not keep it */ }
  });
})();
