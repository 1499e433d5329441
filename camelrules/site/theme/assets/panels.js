// What the playground shows beside a board: the story of a step, money, and the odds as a table.
(() => {
  "use strict";
  const {colour} = camelBoard;
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
    if (!last) return h("p", {className: "story"}, "Drag a camel, or move it with the arrow keys; press a space for a tile; reveal a die.");
    const lines = last.fired.filter(f => f.says).map(f => h("li", {}, h("code", {}, f.rule ? `${f.name}.${f.rule}` : f.name), " ", f.says, " ",
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

  function oddsTable(odds, values) {
    const camels = Object.keys(odds).sort((a, b) => odds[b].places[0].number - odds[a].places[0].number);
    const percent = f => (f.n === 0n ? "–" : f.n === f.d ? "100" : (f.number * 100).toFixed(f.number > 0.0995 ? 0 : 1));
    return h("table", {}, h("caption", {}, "Chances at the end of the leg, in per cent, and what a ticket is worth on average"),
      h("thead", {}, h("tr", {}, h("th", {scope: "col"}, "camel"), camels.map((_, i) => h("th", {scope: "col"}, `${i + 1}.`)), values.map(v => h("th", {scope: "col"}, `ticket ${v}`)))),
      h("tbody", {}, camels.map(camel => h("tr", {}, h("th", {scope: "row", className: colour(camel)}, h("span", {className: "swatch"}, camel)),
        odds[camel].places.map(f => h("td", {title: String(f), style: `--p:${f.number}`, className: "chance", "data-exact": String(f)}, percent(f))),
        odds[camel].worth.map(f => h("td", {title: String(f), className: f.number < 0 ? "loss" : "gain"}, signed(f.number.toFixed(2))))))));
  }

  globalThis.camelPanels = {h, words, story, purses, oddsTable};
})();
