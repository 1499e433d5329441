// The playground page: one model, drawn anew after each change; the address holds the whole of it.
(() => {
  "use strict";
  const {Side, opening} = camelSides, {Fit} = camelFit, {Board, colour} = camelBoard, {h, words, story, purses, oddsTable} = camelPanels;
  const home = document.getElementById("play");
  const facts = JSON.parse(document.getElementById("play-data").textContent);
  const root = document.body.dataset.root.replace(/\/?$/, "/").replace(/^\.\/$/, "");
  const readings = [
    ...facts.editions.map(name => ({name, label: `edition ${name}`, edition: name, rules: name, set: {}, clauses: []})),
    ...facts.readings.map(r => ({...r, label: `${r.name} as read`})),
  ];
  const readingOf = name => readings.find(r => r.name === name) ?? readings.at(0);

  // What is shared by a link: sides (reading and changes), players, position, and what happened since.
  let model = {sides: [{reading: facts.first, set: {}}], players: 4, base: null, log: []};
  let sides = [], fits = [], seated = null, owner = "", working = 0, waiting = 0, message = "";

  const loaded = {};
  const load = name => loaded[name] ??= new Promise((resolve, reject) => {
    const script = h("script", {src: `${root}assets/rules/${name}.js`, onload: resolve, onerror: reject});
    document.head.append(script);
  });

  // -- the address ---------------------------------------------------------------------------
  const pack = value => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value)))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const unpack = text => JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0))));
  function remember() { history.replaceState(null, "", `#${pack(model)}`); }
  function recall() {
    seated = null;
    try {
      const found = unpack(location.hash.slice(1));
      if (Array.isArray(found.sides) && found.sides.length && Array.isArray(found.log)) model = {...model, ...found};
    } catch { /* no position in the address, or a broken one: begin afresh */ }
  }

  // -- the model -------------------------------------------------------------------------------
  async function seat() {
    const wanted = model.sides.map(s => readingOf(s.reading));
    await Promise.all(wanted.map(r => load(r.rules)));
    const bounds = camelrules.editions[wanted[0].rules].meta.parameters;
    const most = bounds["players.max"]?.value ?? 8, least = bounds["players.min"]?.value ?? 2;
    model.players = Math.max(least, Math.min(most, Math.max(model.players, mentioned(model.base))));
    const seats = Array.from({length: model.players}, (_, i) => `p${i + 1}`);
    sides = model.sides.map((s, i) => new Side(wanted[i], s.set, seats));
    const shape = sides[0].shape;
    const along = seated && new Fit(seated, shape, opening(sides[0]));
    if (model.base && along && !along.plain) {
      // Another first reading: the position is taken along, with words on what could not come.
      message = along.words(model.base, sides[0].reading.label.replace(/^./, c => c.toUpperCase())).join(" ");
      model.base = along.position(model.base);
      model.log = [];
    }
    if (!model.base || !stands(model.base)) { model.base = opening(sides[0]); model.log = []; }
    seated = shape;
    fits = sides.map(side => new Fit(shape, side.shape, opening(side)));
    // A change of the rules may leave no place for what stands on the board, such as a tile on a shorter track.
    for (const [i, side] of sides.entries()) {
      try { side.table.load(fits[i].position(model.base)); } catch (error) {
        message = `Not with these rules: ${error.message}.`;
        if (i === 0) { model.base = opening(side); model.log = []; } else { model.sides[i].set = {}; return seat(); }
      }
    }
    model.base.money = Object.fromEntries(seats.map(p => [p, model.base.money?.[p] ?? startMoney(p)]));
    for (const [space, tile] of Object.entries(model.base.tiles)) if (!seats.includes(tile.owner)) delete model.base.tiles[space];
  }
  // Seats anew and draws; the page is busy until then, because rules may have to be fetched first.
  async function reseat(prepare = async () => {}) {
    waiting += 1;
    home.ariaBusy = "true";
    try {
      await prepare();
      await seat();
      draw();
    } finally {
      if (!--waiting) home.ariaBusy = "false";
    }
  }
  // The highest seat that a position speaks of.
  const mentioned = base => Math.max(0, ...[...Object.values(base?.tiles ?? {}).map(t => t.owner), ...Object.keys(base?.money ?? {})]
    .map(p => Number(/^p([1-9])$/.exec(p)?.[1] ?? 0)));
  const startMoney = p => sides[0].table.plain(sides[0].table.initial()).money[p];
  function stands(base) {
    const standing = Object.values(base.track).flat().sort().join(), all = [...sides[0].shape.camels].sort().join();
    return standing === all && base.pyramid.every(d => sides[0].shape.dice.includes(d));
  }
  // Editing starts anew from what the first side shows.
  function edit(change) {
    const now = sides[0].replay(model.base, model.log).position;
    model.base = {track: now.track, tiles: now.tiles, pyramid: now.pyramid, money: now.money};
    model.log = [];
    change(model.base);
    draw();
  }
  const spaceOf = (base, camel) => Number(Object.keys(base.track).find(s => base.track[s].includes(camel)));
  function put(camel, space, at = Infinity) {
    edit(base => {
      const from = spaceOf(base, camel);
      base.track[from] = base.track[from].filter(c => c !== camel);
      if (!base.track[from].length) delete base.track[from];
      delete base.tiles[space];
      const stack = base.track[space] ??= [];
      stack.splice(Math.max(0, Math.min(stack.length, at)), 0, camel);
    });
  }
  function turnTile(space) {
    edit(base => {
      const faces = sides[0].table.members("face"), tile = base.tiles[space];
      if (!tile) {
        const free = sides[0].table.seats.filter(p => !Object.values(base.tiles).some(t => t.owner === p));
        const whose = free.includes(owner) ? owner : free[0] ?? sides[0].table.seats[0];
        for (const [s, t] of Object.entries(base.tiles)) if (t.owner === whose) delete base.tiles[s];
        base.tiles[space] = {owner: whose, side: faces[0]};
      } else if (tile.side === faces.at(-1)) delete base.tiles[space];
      else tile.side = faces[faces.indexOf(tile.side) + 1];
    });
  }
  function happen(entry) { model.log.push(entry); draw(); }

  // -- drawing -----------------------------------------------------------------------------------
  function draw() {
    const key = document.activeElement?.dataset?.key ?? document.activeElement?.getAttribute?.("data-camel") ?? document.activeElement?.getAttribute?.("data-space");
    remember();
    const results = sides.map((s, i) => s.replay(fits[i].position(model.base), model.log.map(e => fits[i].entry(e))));
    home.replaceChildren(
      controls(results),
      h("div", {className: "play-sides"}, sides.map((side, i) => sidePanel(side, results[i], i, results))),
      more(results));
    if (key) home.querySelector(`[data-key="${CSS.escape(key)}"], [data-camel="${CSS.escape(key)}"], [data-space="${CSS.escape(key)}"]`)?.focus({preventScroll: true});
    home.dataset.ready = "yes";
    const mine = ++working;
    // What is on the page, for tests and the curious: a copy, so that it never runs ahead of the results beside it.
    globalThis.camelPlayground = {model: structuredClone(model), sides, fits, results, revision: mine};
    results.forEach((result, i) => showOdds(sides[i], result, i, () => mine === working));
  }

  function controls(results) {
    const [first] = results, side = sides[0], t = side.table;
    const legOver = t.call("leg_over", [], first.state), gameOver = t.call("game_over", [], first.state);
    const dice = side.shape.dice.map(die => {
      const inside = first.plain.inside[die];
      const faces = t.faces(die).map(({value, face}) => h("button", {
        type: "button", key: `face ${die} ${face} ${value}`, disabled: !inside || legOver || gameOver,
        ariaLabel: `reveal ${die} ${face ? `${face} ` : ""}${value}`,
        onclick: () => happen({reveal: [die, value, face]})}, face ? `${face[0].toUpperCase()}${value}` : String(value)));
      return h("div", {className: `die-row ${colour(die)}${inside ? "" : " out"}`, role: "group", ariaLabel: `${die} die`},
        h("label", {}, h("input", {type: "checkbox", key: `in ${die}`, checked: inside, ariaLabel: `${die} die is in the pyramid`, onchange: () => edit(base => {
          base.pyramid = side.shape.dice.filter(d => (d === die ? !base.pyramid.includes(d) : base.pyramid.includes(d)));
        })}), h("span", {className: "swatch"}, die)), faces);
    });
    const roll = h("button", {type: "button", className: "main", key: "roll", disabled: legOver || gameOver, onclick: () => happen({reveal: side.roll(first.state)})}, "Roll a die");
    const end = h("button", {type: "button", key: "end", disabled: !legOver || gameOver, onclick: () => happen({end: 1})}, t.call("race_over", [], first.state) ? "Score the race" : "Score the leg");
    const undo = h("button", {type: "button", key: "undo", disabled: !model.log.length, onclick: () => { model.log.pop(); draw(); }}, "Undo");
    const fresh = h("button", {type: "button", key: "new", onclick: () => { model.base = null; model.log = []; reseat(); }}, "New start");
    const share = h("button", {type: "button", key: "share", onclick: () => { navigator.clipboard?.writeText(location.href); message = "The address of this page now holds the position; it is copied where the browser allows."; draw(); }}, "Share");
    const players = h("select", {key: "players", onchange: e => { model.players = Number(e.target.value); reseat(); }},
      [1, 2, 3, 4, 5, 6, 7, 8].map(n => h("option", {value: n, selected: n === model.players}, String(n))));
    return h("section", {className: "play-controls", ariaLabel: "Dice"},
      h("div", {className: "row"}, roll, end, undo, fresh, share, h("label", {}, "Players ", players)),
      h("div", {className: "dice"}, dice),
      message ? h("p", {role: "status"}, message) : null);
  }

  function sidePanel(side, result, index, results) {
    const t = side.table, spec = model.sides[index];
    const choose = h("select", {key: `reading ${index}`, ariaLabel: index ? "Second reading" : "Reading", onchange: e => { spec.reading = e.target.value; spec.set = {}; message = ""; if (index === 0) model.log = []; reseat(); }},
      readings.map(r => h("option", {value: r.name, selected: r.name === spec.reading}, r.label)));
    const beside = index === 0 && sides.length === 1
      ? h("button", {type: "button", key: "second", onclick: () => { model.sides.push({reading: spec.reading, set: {...spec.set}}); reseat(); }}, "Compare with a second reading")
      : index === 1 ? h("button", {type: "button", key: "one", onclick: () => { model.sides.length = 1; reseat(); }}, "Remove") : null;
    const moved = new Set(Object.entries(result.position.track).flatMap(([s, stack]) => stack.filter(c => !(result.before.track[s] ?? []).includes(c))));
    const svg = new Board(side.shape).draw(result.position, {moved: result.last ? moved : new Set(), edit: index === 0, label: `Side ${index + 1}`});
    if (index === 0) listen(svg);
    const differs = index === 1 ? fits[1].differences(results[0].position, result.position) : [];
    const other = fits[index].words(model.base);
    const legal = index > 0 || t.call("well_placed", [], result.state) ? "" : "The tiles do not stand as the rules let them.";
    return h("section", {className: "side", ariaLabel: `Side ${index + 1}`},
      h("div", {className: "row"}, choose, beside, differs.length ? h("span", {className: "badge differs"}, `the sides differ: ${differs.join(", ")}`) : null),
      rulings(side, spec, index), other.length ? h("p", {className: "fitted", role: "note"}, other.join(" ")) : null, svg, legal ? h("p", {className: "warn"}, legal) : null, story(side, result),
      h("div", {className: "odds", id: `odds-${index}`, ariaLive: "off"}), purses(side, result));
  }

  // -- rulings and parameters --------------------------------------------------------------------
  function rulings(side, spec, index) {
    const all = Object.entries(side.meta.parameters).filter(([, p]) => p.kind !== "fact");
    const changed = Object.keys(spec.set).length + Object.keys(side.reading.set).length;
    const rows = kind => all.filter(([, p]) => p.kind === kind && !(p.alternatives && Object.keys(p.alternatives).length < 2)).map(([name, p]) => {
      const value = spec.set[name] ?? side.reading.set[name] ?? p.value;
      const own = name in spec.set || name in side.reading.set;
      return h("label", {className: own ? "changed" : ""}, h("span", {}, h("code", {}, name), " ", p.says.replace(/\{[^}]+\}/g, "…")), field(name, p, value, side, spec, index));
    });
    return h("details", {className: "rulings", open: spec.open ?? false, ontoggle: e => { spec.open = e.target.open; }},
      h("summary", {}, `Rulings and parameters${changed ? ` (${changed} changed)` : ""}`),
      side.reading.clauses.length ? h("p", {}, "This rulebook, as read, differs in ", side.reading.clauses.map(c => h("a", {href: `${root}clauses/${c}.html`}, h("code", {}, c), " "))) : null,
      h("h2", {}, "Rulings"), rows("ruling"), h("h2", {}, "Parameters"), rows("parameter"));
  }
  function field(name, p, value, side, spec, index) {
    const set = v => {
      const plain = JSON.stringify(v) === JSON.stringify(side.reading.set[name] ?? p.value);
      if (plain) delete spec.set[name]; else spec.set[name] = v;
      reseat().catch(error => { delete spec.set[name]; message = error.message; return reseat(); });
    };
    const key = `set ${index} ${name}`;
    if (p.type.is === "bool") return h("input", {type: "checkbox", key, checked: value, onchange: e => set(e.target.checked)});
    if (p.type.is === "sort") {
      const members = p.alternatives ? Object.entries(p.alternatives) : side.table.members(p.type.name).map(m => [m, words(m)]);
      return h("select", {key, onchange: e => set(e.target.value)}, members.map(([m, text]) => h("option", {value: m, selected: m === value}, text)));
    }
    if (p.type.is === "int") return h("input", {type: "number", key, value, min: p.type.low ?? "", max: p.type.high ?? "", onchange: e => { if (e.target.value !== "" && e.target.checkValidity()) set(Number(e.target.value)); }});
    const flat = value.map(row => (row.length === 1 ? row[0] : row));
    return h("input", {key, value: JSON.stringify(flat).slice(1, -1), onchange: e => {
      try { set(JSON.parse(`[${e.target.value}]`).map(row => (Array.isArray(row) ? row : [row]))); } catch { e.target.setCustomValidity("a list of values"); }
    }});
  }

  const known = new Map();
  async function showOdds(side, result, index, current) {
    const place = document.getElementById(`odds-${index}`), t = side.table;
    const values = t.members("ticket_value").slice().reverse();
    const key = JSON.stringify([side.reading.name, side.changes, result.position.track, result.position.tiles, result.position.pyramid, result.plain.settled]);
    if (!known.has(key)) {
      place.textContent = "Working out the odds…";
      const steps = t.oddsInSteps(result.state, values);
      for (let from = performance.now();;) {
        let done, value;
        try { ({done, value} = steps.next()); } catch (error) {
          if (!(error instanceof camelrules.Fault)) throw error;
          place.textContent = `These rules give no odds: ${error.message}.`;
          place.dataset.done = "yes";
          return;
        }
        if (done) { known.set(key, value); break; }
        if (performance.now() - from > 24) {
          await new Promise(resolve => setTimeout(resolve));
          if (!current()) return;
          from = performance.now();
        }
      }
    }
    if (!current()) return;
    place.replaceChildren(oddsTable(known.get(key), values));
    place.dataset.done = "yes";
  }

  // -- turns, and the position as text ---------------------------------------------------------------
  function more([first]) {
    const side = sides[0], t = side.table, over = t.call("game_over", [], first.state);
    const choices = over ? [] : t.choices(first.state);
    const label = ([action, args]) => `${words(action)}${args.length ? `: ${args.map(words).join(", ")}` : ""}`;
    const select = h("select", {key: "action", ariaLabel: "Action"}, choices.map((c, i) => h("option", {value: i}, label(c))));
    const act = h("button", {type: "button", key: "act", disabled: !choices.length, onclick: () => {
      const [action, args] = choices[select.value];
      happen({act: [action, args], ...side.picks(first.state, action, args)});
    }}, "Do it");
    const text = h("textarea", {key: "json", rows: 8, spellcheck: false, ariaLabel: "Position file"}, JSON.stringify({...first.position, edition: side.reading.edition}, null, 1));
    const use = h("button", {type: "button", key: "use", onclick: () => {
      const old = structuredClone(model);
      const use = async () => {
        const read = JSON.parse(text.value);
        const edition = String(read.edition ?? side.reading.edition);
        if (edition !== side.reading.edition && facts.editions.includes(edition)) model.sides[0] = {reading: edition, set: {}};
        message = "";
        model.base = {track: read.track, tiles: read.tiles ?? {}, pyramid: read.pyramid ?? null, money: read.money ?? {}};
        await load(readingOf(model.sides[0].reading).rules);
        model.base.pyramid ??= camelrules.editions[readingOf(model.sides[0].reading).rules].meta.sorts.die.members;
        seated = null;
        const wanted = JSON.stringify(model.base.track);
        await seat();
        if (JSON.stringify(model.base.track) !== wanted) throw new Error(message || "every camel of the edition must stand on the track once");
        model.log = [];
      };
      reseat(() => use().catch(error => { model = old; message = `This is no position: ${error.message}`; }));
    }}, "Use this position");
    return h("div", {className: "play-more"},
      h("section", {ariaLabel: "Turn"}, h("h2", {}, over ? "The game is over" : `A turn of ${t.call("actor", [], first.state)}`),
        over ? h("p", {}, `Most money: ${t.call("winners", [], first.state).join(", ")}.`) : h("div", {className: "row"}, select, act),
        h("p", {}, h("small", {}, `${choices.length} legal actions. An action ends with the scoring of the leg or race where it is due.`))),
      h("details", {className: "as-text"}, h("summary", {}, "The position as a file, for the command line"), text, use));
  }

  // -- pointer and keyboard ----------------------------------------------------------------------------
  function listen(svg) {
    svg.addEventListener("pointerdown", event => {
      const camel = event.target.closest("[data-camel]");
      if (!camel) return;
      event.preventDefault();
      // Drawn last it lies above the others; moved first, because moving it would let go of the pointer.
      svg.append(camel);
      camel.focus();
      const from = svg.createSVGPoint(), start = camel.getAttribute("transform");
      const at = e => { from.x = e.clientX; from.y = e.clientY; return from.matrixTransform(svg.getScreenCTM().inverse()); };
      const begin = at(event);
      camel.setPointerCapture(event.pointerId);
      camel.classList.add("dragged");
      const move = e => { const to = at(e); camel.setAttribute("transform", `${start} translate(${to.x - begin.x} ${to.y - begin.y})`); };
      const drop = e => {
        camel.removeEventListener("pointermove", move);
        camel.style.pointerEvents = "none";
        const under = document.elementsFromPoint(e.clientX, e.clientY).map(n => n.closest?.("[data-space]")).find(n => n && svg.contains(n));
        if (under) put(camel.dataset.camel, Number(under.dataset.space)); else draw();
      };
      camel.addEventListener("pointermove", move);
      camel.addEventListener("pointerup", drop, {once: true});
      camel.addEventListener("pointercancel", drop, {once: true});
    });
    svg.addEventListener("click", event => {
      const cell = event.target.closest('[data-space][role="button"]');
      if (cell) turnTile(Number(cell.dataset.space));
    });
    svg.addEventListener("keydown", event => {
      const cell = event.target.closest('[data-space][role="button"]'), camel = event.target.closest("[data-camel]")?.dataset.camel;
      if (cell && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); turnTile(Number(cell.dataset.space)); }
      if (!camel || !event.key.startsWith("Arrow")) return;
      event.preventDefault();
      const base = sides[0].replay(model.base, model.log).position, space = spaceOf(base, camel), height = base.track[space].indexOf(camel);
      const last = sides[0].shape.spaces;
      if (event.key === "ArrowRight") put(camel, space >= last || space < 1 ? 1 : space + 1);
      if (event.key === "ArrowLeft") put(camel, space <= 1 || space > last ? last : space - 1);
      if (event.key === "ArrowUp" && height < base.track[space].length - 1) put(camel, space, height + 1);
      if (event.key === "ArrowDown" && height > 0) put(camel, space, height - 1);
    });
  }

  addEventListener("hashchange", () => { recall(); reseat(); });
  recall();
  reseat().catch(error => { home.replaceChildren(h("p", {className: "warn", role: "alert"}, `The rules could not be loaded: ${error.message ?? "a file is missing"}.`)); });
})();
