// What the playground shows beside a board: the story of a step, money, and the odds as a table.
(() => {
  "use strict";
  const {colour} = camelBoard, {listing} = camelFit;
  const root = document.body.dataset.root.replace(/\/?$/, "/").replace(/^\.\/$/, "");

  // An element with properties, listeners (`onclick`) and children.
  function h(tag, props = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(props)) {
      if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else if (name === "key") node.dataset.key = value;
      else if (name in node && name !== "list") node[name] = value;
      else node.setAttribute(name, value);
    }
    node.append(...children.flat().filter(c => c !== null && c !== undefined && c !== ""));
    return node;
  }
  const words = text => String(text).replaceAll("_", " ");
  const signed = n => (n > 0 ? `+${n}` : String(n).replace("-", "−"));

  function story(side, {last, over}) {
    if (!last) return h("p", {className: "story"}, "Drag a camel, or move it with the arrow keys; press an empty space for a tile; roll, or choose a die and what it shows.");
    const lines = last.applied.filter(f => f.says).map(f => h("li", {}, h("code", {}, f.rule ? `${f.name}.${f.rule}` : f.name), " ", f.says, " ",
      h("small", {}, f.clauses.map(c => h("a", {href: `${root}clauses/${c}.html`}, c, " ")))));
    const head = last.refused ? `Nothing happens: ${last.refused}` : over || heading(last);
    return h("details", {className: "story", open: true}, h("summary", {}, head), h("ul", {className: "fired"}, lines));
  }
  function heading({events}) {
    const told = events.map(e => {
      if (e.kind === "reveal") return `The ${e.die} die shows ${e.face ? `${e.face} ` : ""}${e.value}`;
      if (e.kind === "pay") return e.amount >= 0 ? `${e.player} gets ${e.amount}` : `${e.player} pays ${-e.amount}`;
      if (e.kind === "finish") return "the race is over";
      return e.kind === "leg" ? "the leg is scored, a new one begins" : words(e.kind);
    });
    return told.length ? `${told.join(", ")}.` : "Done.";
  }

  function purses(side, {plain, state}) {
    const held = player => Object.entries(plain.tickets ?? {}).filter(([k, n]) => n > 0 && k.startsWith(`${player} `)).map(([k, n]) => `${k.slice(player.length + 1)}${n > 1 ? ` ×${n}` : ""}`).join(", ");
    const gain = p => side.table.call("leg_change", [p], state);
    return h("table", {className: "purses"}, h("caption", {}, "Money"),
      h("thead", {}, h("tr", {}, ["player", "money", "tickets", "pyramid", "if the leg ended now"].map(t => h("th", {scope: "col"}, t)))),
      h("tbody", {}, side.table.seats.map(p => h("tr", {}, h("th", {scope: "row"}, p, plain.turn === p ? " ◂" : ""), h("td", {}, String(plain.money[p])),
        h("td", {}, held(p) || "–"), h("td", {}, String(plain.pyramid_tickets?.[p] ?? 0)), h("td", {}, signed(gain(p)))))));
  }

  const number = text => { const [n, d = "1"] = text.split("/"); return Number(n) / Number(d); };
  const percent = (p, digits = p > 0.0995 ? 0 : 1) => (p === 0 ? "–" : p === 1 ? "100" : (p * 100).toFixed(digits));
  const swatch = camel => h("th", {scope: "row", className: colour(camel)}, h("span", {className: "swatch"}, camel));
  const head = parts => h("thead", {}, h("tr", {}, parts.map(p => h("th", {scope: "col"}, p))));

  // `odds` has fractions by camel and place; `worth` says what a ticket of a value is worth under such chances.
  function oddsTable(odds, values, worth) {
    const chance = Object.fromEntries(Object.entries(odds).map(([camel, row]) => [camel, row.map(number)]));
    const camels = Object.keys(odds).sort((a, b) => chance[b][0] - chance[a][0]), priced = worth ? values : [];
    const worths = camel => priced.map(v => { const w = worth(chance[camel], v); return h("td", {className: w < 0 ? "loss" : "gain"}, signed(w.toFixed(2))); });
    return h("table", {}, h("caption", {}, `Chances at the end of the leg, in per cent${worth ? `, and what a ticket of ${listing(values)} is worth on average` : ""}`),
      head(["camel", ...camels.map((_, i) => `${i + 1}.`), ...priced.map(v => [h("span", {className: "unit"}, "ticket "), String(v)])]),
      h("tbody", {}, camels.map(camel => h("tr", {}, swatch(camel),
        odds[camel].map((f, i) => h("td", {title: f, style: `--p:${chance[camel][i]}`, className: "chance", "data-exact": f}, percent(chance[camel][i]))), worths(camel)))));
  }
  function raceTable({camels, method, error}, sample) {
    const names = Object.keys(camels).sort((a, b) => camels[b].first - camels[a].first);
    const how = method === "exact" ? "exact, if nothing happens any more but dice" : `from ${sample.toLocaleString("en")} races by dice alone: each number is right to ±${(error * 100).toFixed(1)} in 99 of 100 cases`;
    const cell = p => h("td", {style: `--p:${p}`, className: "chance"}, percent(p, 1));
    return h("table", {"data-method": method}, h("caption", {}, `Chances in the race, in per cent; ${how}`), head(["camel", "wins", "comes last"]),
      h("tbody", {}, names.map(camel => h("tr", {}, swatch(camel), cell(camels[camel].first), cell(camels[camel].last)))));
  }

  globalThis.camelPanels = {h, words, number, story, purses, oddsTable, raceTable};
})();
