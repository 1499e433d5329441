// The playground page: one model, drawn anew after each change; the address holds the whole of it.
(() => {
  "use strict";
  const {Side, opening} = camelSides, {Fit} = camelFit, {Board, colour} = camelBoard, {h, words, number, story, purses, oddsTable, raceTable} = camelPanels, {Fault, facts: factsOf, chances} = camelrules;
  const home = document.getElementById("play");
  const facts = JSON.parse(document.getElementById("play-data").textContent);
  const root = document.body.dataset.root.replace(/\/?$/, "/").replace(/^\.\/$/, "");
  const readings = [
    ...facts.editions.map(name => ({name, label: `edition ${name}`, edition: name, rules: name, set: {}, clauses: []})),
    ...facts.readings.map(r => ({...r, label: `${r.name} as read`})),
  ];
  const readingOf = name => readings.find(r => r.name === name) ?? readings.at(0);

  // What is shared by a link: sides (reading and changes), players, position, and what happened since.
  const beginning = () => ({sides: [{reading: facts.first, set: {}}], players: 4, base: null, log: []});
  let model = beginning();
  let sides = [], fits = [], seated = null, owner = "", working = 0, waiting = 0, message = "", numbers = [], raceOpen = false;

  // -- undo: what the model was before each change ---------------------------------------------
  const past = [];
  const keep = () => { past.push(JSON.stringify(model)); if (past.length > 500) past.shift(); };
  function undo() {
    if (!past.length || waiting) return;
    model = JSON.parse(past.pop());
    seated = null;
    message = "";
    reseat();
  }

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
    const abouts = await Promise.all(wanted.map(r => factsOf(r.rules)));
    // As many players as every side is for.
    numbers = abouts.map(a => a.players).reduce((all, some) => all.filter(n => some.includes(n)));
    if (!numbers.length) numbers = abouts[0].players;
    const least = Math.max(model.players, mentioned(model.base));
    model.players = numbers.find(n => n >= least) ?? numbers.at(-1);
    const seats = Array.from({length: model.players}, (_, i) => `p${i + 1}`);
    sides = await Promise.all(model.sides.map((s, i) => Side.seat(wanted[i], s.set, model.players)));
    const shape = sides[0].shape;
    const along = seated && new Fit(seated, shape, opening(sides[0]));
    if (model.base && along && !along.plain) {
      // Another first reading: the position is taken along, with words on what could not come.
      message = along.words(model.base, sides[0].reading.label.replace(/^./, c => c.toUpperCase())).join(" ");
      model.base = along.position(model.base);
      model.log = [];
    }
    if (model.base && !stands(model.base)) { message = "Not every camel stood on the track once, so this is a new start."; model.base = null; }
    if (!model.base) { model.base = opening(sides[0]); model.log = []; }
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
    base.pyramid ??= [...sides[0].shape.dice];
    return standing === all && base.pyramid.every(d => sides[0].shape.dice.includes(d));
  }
  // Editing starts anew from what the first side shows.
  function edit(change) {
    keep();
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
  function happen(entry) { keep(); message = ""; model.log.push(entry); draw(); }

  // -- drawing -----------------------------------------------------------------------------------
  function draw() {
    const key = document.activeElement?.dataset?.key ?? document.activeElement?.getAttribute?.("data-camel") ?? document.activeElement?.getAttribute?.("data-space");
    remember();
    const results = sides.map((s, i) => s.replay(fits[i].position(model.base), model.log.map(e => fits[i].entry(e))));
    home.replaceChildren(
      controls(results),
      sides.length > 1 ? h("p", {className: "difference", role: "status"}, difference(results)) : "",
      h("div", {className: "play-sides"}, sides.map((side, i) => sidePanel(side, results[i], i))),
      more(results));
    if (key) home.querySelector(`[data-key="${CSS.escape(key)}"], [data-camel="${CSS.escape(key)}"], [data-space="${CSS.escape(key)}"]`)?.focus({preventScroll: true});
    home.dataset.ready = "yes";
    const mine = ++working;
    // What is on the page, for tests and the curious: a copy, so that it never runs ahead of the results beside it.
    globalThis.camelPlayground = {model: structuredClone(model), sides, fits, results, revision: mine};
    results.forEach((result, i) => { showOdds(sides[i], result, i, () => mine === working); showRace(sides[i], result, i); });
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
    const choices = gameOver || legOver ? [] : t.choices(first.state), rolling = choices.find(([action]) => t.about.rolls.includes(action));
    const actor = gameOver ? "" : t.call("actor", [], first.state);
    const act = ([action, args]) => happen({act: [action, args], ...side.picks(first.state, action, args)});
    const roll = h("button", {type: "button", className: "main", key: "roll", disabled: !rolling, onclick: () => act(rolling)}, "Roll");
    const others = choices.filter(c => c !== rolling);
    const label = ([action, args]) => `${words(action)}${args.length ? `: ${args.map(words).join(", ")}` : ""}`;
    const select = h("select", {key: "action", ariaLabel: "Another action"}, others.map((c, i) => h("option", {value: i}, label(c))));
    const other = h("button", {type: "button", key: "act", disabled: !others.length, onclick: () => act(others[select.value])}, "Do it");
    const end = legOver && !gameOver ? h("button", {type: "button", className: "main", key: "end", onclick: () => happen({end: 1})}, t.call("race_over", [], first.state) ? "Score the race" : "Score the leg") : null;
    const back = h("button", {type: "button", key: "undo", disabled: !past.length, onclick: undo}, "Undo");
    const fresh = h("button", {type: "button", key: "new", onclick: () => { keep(); message = ""; model.base = null; model.log = []; reseat(); }}, "New");
    const share = h("button", {type: "button", key: "share", onclick: () => { navigator.clipboard?.writeText(location.href); message = "The address of this page now holds the position; it is copied where the browser allows."; draw(); }}, "Share");
    const players = h("select", {key: "players", onchange: e => { keep(); model.players = Number(e.target.value); reseat(); }},
      numbers.map(n => h("option", {value: n, selected: n === model.players}, String(n))));
    const turn = gameOver ? h("strong", {}, `The game is over. Most money: ${t.call("winners", [], first.state).join(", ")}.`) : h("strong", {className: "turn"}, `${actor}’s turn`);
    return h("section", {className: "play-controls", ariaLabel: "Turn and dice"},
      h("div", {className: "row"}, turn, gameOver || legOver ? "" : [roll, select, other], end, h("span", {className: "row more"}, back, fresh, share, h("label", {}, "Players ", players))),
      h("h2", {}, "Or choose a die and what it shows; nobody takes a turn"),
      h("div", {className: "dice"}, dice),
      message ? h("p", {role: "status"}, message) : null);
  }

  function sidePanel(side, result, index) {
    const t = side.table, spec = model.sides[index];
    const choose = h("select", {key: `reading ${index}`, ariaLabel: index ? "Second reading" : "Reading", onchange: e => { keep(); spec.reading = e.target.value; spec.set = {}; message = ""; if (index === 0) model.log = []; reseat(); }},
      readings.map(r => h("option", {value: r.name, selected: r.name === spec.reading}, r.label)));
    const beside = index === 0 && sides.length === 1
      ? h("button", {type: "button", key: "second", onclick: () => { keep(); model.sides.push({reading: spec.reading, set: {...spec.set}}); reseat(); }}, "Compare with a second reading")
      : index === 1 ? h("button", {type: "button", key: "one", onclick: () => { keep(); model.sides.length = 1; reseat(); }}, "Remove") : null;
    const moved = new Set(Object.entries(result.position.track).flatMap(([s, stack]) => stack.filter(c => !(result.before.track[s] ?? []).includes(c))));
    const svg = new Board(side.shape).draw(result.position, {moved: result.last ? moved : new Set(), edit: index === 0, label: `Side ${index + 1}`});
    if (index === 0) listen(svg);
    const other = fits[index].words(model.base);
    const legal = index > 0 || t.call("well_placed", [], result.state) ? "" : "The tiles do not stand as the rules let them.";
    return h("section", {className: "side", ariaLabel: `Side ${index + 1}`},
      h("div", {className: "row"}, choose, beside),
      rulings(side, spec, index), other.length ? h("p", {className: "fitted", role: "note"}, other.join(" ")) : null, svg, legal ? h("p", {className: "warn"}, legal) : null, story(side, result),
      h("div", {className: "odds", id: `odds-${index}`, ariaLive: "off"}), racePanel(index), purses(side, result));
  }

  // In what the second side has come to something else, in one line.
  function difference([one, other]) {
    const found = fits[1].differences(one.position, other.position);
    const refused = [one, other].map(r => r.last?.refused || r.over);
    if (refused[0] !== refused[1]) refused.forEach((why, i) => { if (why) found.unshift(`on the ${i ? "second" : "first"} side nothing happens (${why})`); });
    return found.length ? `The sides differ: ${found.join("; ")}.` : "The sides agree on where the camels stand and on everybody’s money.";
  }

  // Where the chances of two sides are furthest apart, added to that line once both are known.
  function differingChances() {
    const line = home.querySelector(".difference"), [one, other] = sides.map((s, i) => known.get(question("leg", s, camelPlayground.results[i]))?.answer);
    if (!line || line.dataset.chances || !one || !other) return;
    line.dataset.chances = "known";
    const rows = [...fits[1].camels].filter(([a, b]) => one[a] && other[b]).flatMap(([a, b]) => one[a].map((f, i) => ({camel: a, place: i + 1, of: [f, other[b][i] ?? "0"].map(number)})));
    const most = rows.sort((a, b) => Math.abs(b.of[0] - b.of[1]) - Math.abs(a.of[0] - a.of[1]))[0];
    if (!most || most.of[0] === most.of[1]) return;
    const [here, there] = most.of.map(p => `${(100 * p).toFixed(1).replace(/\.0$/, "")}%`);
    line.append(` The chances of the leg differ most for ${most.camel}, place ${most.place}: ${here} against ${there}.`);
  }

  // -- rulings and parameters --------------------------------------------------------------------
  function rulings(side, spec, index) {
    const all = Object.entries(side.table.about.parameters).filter(([, p]) => p.kind !== "fact");
    const changed = Object.keys(spec.set).length + Object.keys(side.reading.set).length;
    const rows = kind => all.filter(([, p]) => p.kind === kind && Object.keys(p.alternatives).length !== 1).map(([name, p]) => {
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
    const slot = side.table.machine.layout.parameters[name], {type} = slot;
    const set = v => {
      keep();
      const was = {...spec.set};
      if (JSON.stringify(v) === JSON.stringify(side.reading.set[name] ?? p.value)) delete spec.set[name]; else spec.set[name] = v;
      message = "";
      reseat().catch(error => { past.pop(); spec.set = was; message = `Not with these rules: ${error.message}.`; return reseat(); });
    };
    const key = `set ${index} ${name}`;
    // What decides how many spaces, seats or sorts of tickets there are is part of a module.
    const fixed = !slot.changeable && !p.lists ? {disabled: true, title: "built into these rules; an edition of your own can change it"} : {};
    if (type.kind === "bool") return h("input", {type: "checkbox", key, checked: value, ...fixed, onchange: e => set(e.target.checked)});
    if (type.kind === "member") {
      const listed = Object.entries(p.alternatives), members = listed.length ? listed : side.table.members(type.sort).map(m => [m, words(m)]);
      return h("select", {key, ...fixed, onchange: e => set(e.target.value)}, members.map(([m, text]) => h("option", {value: m, selected: m === value}, text)));
    }
    if (type.kind === "int") return h("input", {type: "number", key, value, min: p.low ?? "", max: p.high ?? "", ...fixed, onchange: e => { if (e.target.value !== "" && e.target.checkValidity()) set(Number(e.target.value)); }});
    const flat = value.map(row => (row.length === 1 ? row[0] : row));
    return h("input", {key, value: JSON.stringify(flat).slice(1, -1), ...fixed, onchange: e => {
      try { set(JSON.parse(`[${e.target.value}]`).map(row => (Array.isArray(row) ? row : [row]))); } catch { e.target.setCustomValidity("a list of values"); }
    }});
  }

  // -- chances ----------------------------------------------------------------------------------
  const known = new Map();
  const question = (kind, {reading, table}, {position: p, plain}) => JSON.stringify([kind, reading.rules, table.changes, p.track, p.tiles, p.pyramid, plain.settled]);
  // An answer of the worker, from memory where it is known; nothing where a newer question has overtaken this one.
  async function worked(kind, side, result, index) {
    const key = question(kind, side, result);
    if (!known.has(key)) {
      const told = await chances(kind, index, side.reading.rules, side.table.changes, result.plain);
      if (told.stale) return null;
      known.set(key, told);
    }
    return known.get(key);
  }
  async function showOdds(side, result, index, current) {
    const place = document.getElementById(`odds-${index}`), t = side.table;
    if (!t.about.chances) place.textContent = "Under these rules the chances hang on what each player has; the command line works them out.";
    else {
      if (!known.has(question("leg", side, result))) place.textContent = "Working out the chances…";
      const told = await worked("leg", side, result, index);
      if (!told || !current()) return;
      if (told.refused) place.textContent = `These rules give no chances: ${told.refused}.`;
      else place.replaceChildren(oddsTable(told.answer, t.members("ticket_value").slice().reverse(), worth(t, result.state)));
    }
    place.dataset.done = "yes";
    differingChances();
  }
  // What a ticket earns in each place, asked of the camel that is there now: it depends on the place alone.
  function worth(t, state) {
    const [camels, reward] = [t.about.chances.camels, t.about.worth];
    if (!reward) return null;
    try {
      const by = Object.fromEntries(camels.map(c => [t.call("place", [c], state), c]));
      return (chance, value) => chance.reduce((sum, p, i) => sum + p * t.call(reward, [by[i + 1], value], state), 0);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return null;
    }
  }
  // The race takes seconds, so it is worked out for whoever opens it.
  function racePanel(index) {
    return h("details", {className: "race", open: raceOpen, ontoggle: e => {
      if (e.target.open === raceOpen) return;
      raceOpen = e.target.open;
      const {sides: now, results} = camelPlayground;
      home.querySelectorAll(".race").forEach((d, i) => { d.open = raceOpen; showRace(now[i], results[i], i); });
    }}, h("summary", {}, "Chances in the whole race"), h("div", {id: `race-${index}`}));
  }
  async function showRace(side, result, index) {
    const place = document.getElementById(`race-${index}`), t = side.table;
    if (!raceOpen || !place || place.dataset.done) return;
    if (!t.about.chances || t.call("race_over", [], result.state)) place.textContent = t.about.chances ? "The race is over." : "The command line works them out.";
    else {
      place.textContent = "Following the race to its end… this takes some seconds.";
      const told = await worked("race", side, result, index);
      if (!told || place !== document.getElementById(`race-${index}`)) return;
      if (told.refused) place.textContent = `These rules give no chances: ${told.refused}.`;
      else place.replaceChildren(raceTable(told.answer, t.about.chances.race.search.sample));
    }
    place.dataset.done = "yes";
  }

  // -- the position as text ---------------------------------------------------------------------
  function more([first]) {
    const side = sides[0];
    const text = h("textarea", {key: "json", rows: 8, spellcheck: false, ariaLabel: "Position file"}, JSON.stringify({...first.position, edition: side.reading.edition}, null, 1));
    const use = h("button", {type: "button", key: "use", onclick: () => {
      keep();
      const use = async () => {
        const read = JSON.parse(text.value);
        const edition = String(read.edition ?? side.reading.edition);
        if (edition !== side.reading.edition && facts.editions.includes(edition)) model.sides[0] = {reading: edition, set: {}};
        message = "";
        model.base = {track: read.track, tiles: read.tiles ?? {}, pyramid: read.pyramid ?? null, money: read.money ?? {}};
        seated = null;
        const wanted = JSON.stringify(model.base.track);
        await seat();
        if (JSON.stringify(model.base.track) !== wanted) throw new Error(message || "every camel of the edition must stand on the track once");
        model.log = [];
      };
      reseat(() => use().catch(error => { model = JSON.parse(past.pop()); seated = null; message = `This is no position: ${error.message}`; }));
    }}, "Use this position");
    return h("div", {className: "play-more"}, h("details", {className: "as-text"}, h("summary", {}, "The position as a file, for the command line"), text, use));
  }

  // -- pointer and keyboard ----------------------------------------------------------------------------
  function listen(svg) {
    // A finger on a camel moves it and not the page; browsers do not heed `touch-action` inside a drawing.
    svg.addEventListener("touchstart", event => { if (event.target.closest("[data-camel]")) event.preventDefault(); }, {passive: false});
    svg.addEventListener("pointerdown", event => {
      const camel = event.target.closest("[data-camel]");
      if (!camel || !event.isPrimary || event.button) return;
      event.preventDefault();
      // The pointer is held by the board, which stays when the camel is drawn last, above the others.
      svg.setPointerCapture(event.pointerId);
      camel.focus({preventScroll: true});
      const start = camel.getAttribute("transform"), matrix = svg.getScreenCTM().inverse();
      const at = e => new DOMPoint(e.clientX, e.clientY).matrixTransform(matrix), begin = at(event);
      camel.classList.add("dragged");
      const listening = new AbortController(), on = (name, what) => svg.addEventListener(name, e => { if (e.pointerId === event.pointerId) what(e); }, {signal: listening.signal});
      on("pointermove", e => { const to = at(e); if (svg.lastChild !== camel) { svg.append(camel); camel.focus({preventScroll: true}); } camel.setAttribute("transform", `${start} translate(${to.x - begin.x} ${to.y - begin.y})`); });
      on("pointercancel", () => { listening.abort(); draw(); });
      on("pointerup", e => {
        listening.abort();
        camel.style.pointerEvents = "none";
        const under = document.elementsFromPoint(e.clientX, e.clientY).map(n => n.closest?.("[data-space]")).find(n => n && svg.contains(n));
        const space = Number(under?.dataset.space), moved = Math.hypot(at(e).x - begin.x, at(e).y - begin.y) > 8;
        if (under && moved && spaceOf(sides[0].replay(model.base, model.log).position, camel.dataset.camel) !== space) put(camel.dataset.camel, space); else draw();
      });
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

  addEventListener("keydown", event => {
    if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) return;
    event.preventDefault();
    undo();
  });
  // A link may be cut short, or be of other rules; then the page begins afresh and says so.
  const open = () => {
    recall();
    return reseat().catch(error => {
      model = beginning();
      seated = null;
      message = `The link does not fit these rules (${error.message}), so this is a new start.`;
      return reseat();
    }).catch(error => { home.replaceChildren(h("p", {className: "warn", role: "alert"}, `The rules could not be loaded: ${error.message ?? "a file is missing"}.`)); });
  };
  addEventListener("hashchange", open);
  open();
})();
