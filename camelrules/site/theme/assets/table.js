// A table of the playground: rules at work for some players, positions to states and back, and what was applied in words.
(() => {
  "use strict";
  const {Fault, Machine, unpack} = globalThis.camelrules = camelHost();
  const root = document.body.dataset.root.replace(/\/?$/, "/").replace(/^\.\/$/, "");

  // Maps by name without anything in them, whatever an edition calls itself or its camels.
  const bare = count => Array.from({length: count}, () => Object.create(null));

  // -- packs, each fetched once as a script, which also works from a folder -------------------------------------
  const [packs, unpacked, given] = bare(3);
  const fetched = name => packs[name] ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${root}assets/rules/${encodeURIComponent(name)}.js`;
    script.onload = () => resolve(globalThis.camelPacks[name]);
    script.onerror = () => reject(new Error(`${name}.js is missing`));
    document.head.append(script);
  });
  const pack = async name => unpacked[name] ??= await unpack(await fetched(name));
  const facts = async name => (await pack(name)).facts;

  // -- chances, worked out by a worker --------------------------------------------------------------------------
  let worker = null, asked = 0;
  const waiting = new Map();
  function start() {
    // From a folder, a worker can only be made of functions that this page already has.
    const made = [camelHost, camelChances, camelWorker, "const host = camelHost(); camelWorker(host, camelChances(host));"];
    worker = new Worker(location.protocol === "file:" ? URL.createObjectURL(new Blob([made.join("\n")], {type: "text/javascript"})) : `${root}assets/worker.js`);
    worker.onmessage = ({data: {id, ...told}}) => { waiting.get(id)?.(told); waiting.delete(id); };
    worker.onerror = () => { for (const tell of waiting.values()) tell({refused: "this browser does not let a page work in the background"}); waiting.clear(); };
  }
  // The chances of a `leg` or `race`; a newer question for the same slot makes an older one stale.
  async function chances(kind, slot, name, changes, values) {
    if (!worker) start();
    await (given[name] ??= fetched(name).then(pack => worker.postMessage({name, pack})));
    const id = ++asked;
    worker.postMessage({id, slot: `${kind} ${slot}`, name, kind, changes, values});
    return new Promise(resolve => waiting.set(id, resolve));
  }

  const words = value => (Array.isArray(value) ? value.map(r => r.join(" × ")).join(", ") : String(value).replaceAll("_", " "));

  class Table {
    // The rules of a name, for so many players, with some parameters changed.
    static async seat(name, players, changes) {
      const {facts: layout, codes} = await pack(`${name}-${players}`), about = await facts(name);
      const own = Object.entries(changes).filter(([n, v]) => JSON.stringify(v) !== JSON.stringify(layout.parameters[n]?.value));
      for (const [n, v] of own) refuse(n, v, layout, about);
      return new Table(await Machine.start(codes[0], layout, Object.fromEntries(own)), about, Object.fromEntries(own));
    }
    constructor(machine, about, changes) {
      Object.assign(this, {machine, about, changes, seats: machine.layout.players});
      const seed = crypto.getRandomValues(new BigInt64Array(1))[0];
      machine.exports.seed(seed, 0n);
    }
    members(sort) { return this.machine.members(sort); }
    initial() { return this.machine.initial(); }
    call(name, args, state) { return this.machine.call(name, args, state); }
    choices(state) { return this.machine.choices(state); }
    plain(state) { return this.machine.plain(state); }

    // Runs an effect or action; what it must not leave to chance is a fault.
    run(kind, name, args, state, {picks = [], chance = false} = {}) {
      const ran = this.machine.run(kind, name, args, state, picks, chance);
      if (!chance && ran.picks.length > picks.length) throw new Fault("a random choice where none is expected");
      return {...ran, applied: ran.applied.map(a => ({...a, says: this.says(a)}))};
    }
    says({says, params, args}) {
      let text = says;
      params.forEach((name, i) => { text = text.replaceAll(`{${name}}`, () => words(args[i])); });
      return text.replace(/\{([a-z0-9_.]+)\}/g, (hole, name) => (name in this.machine.values ? words(this.machine.values[name]) : hole));
    }
    // Why an action is not legal, or nothing.
    refused(action, args, state) {
      const at = this.machine.broken(action, args, state);
      return at < 0 ? null : this.about.guards[action][at];
    }
    // The faces a die can show, found by rolling it in every way.
    faces(die) {
      this.known ??= {};
      return this.known[die] ??= (() => {
        const inside = Object.fromEntries(this.members("die").map(d => [d, d === die]));
        const state = this.machine.change(this.initial(), {inside}), seen = new Map();
        for (const {events} of this.machine.every("effect", "roll", [], state)) {
          for (const {kind, value, face} of events) if (kind === "reveal") seen.set(`${face} ${value}`, {value, face: face ?? null});
        }
        return [...seen.values()];
      })();
    }

    // -- positions ----------------------------------------------------------------------------
    load(position) {
      const [at, above, tile, owner, inside] = bare(5);
      for (const [space, stack] of Object.entries(position.track)) {
        stack.forEach((camel, height) => {
          at[camel] = Number(space);
          stack.slice(0, height).forEach(below => { above[`${camel} ${below}`] = true; });
        });
      }
      for (const camel of this.members("camel")) if (!(camel in at)) throw new Fault(`${camel} is not on the track`);
      for (const [space, {owner: whose, side}] of Object.entries(position.tiles ?? {})) {
        tile[space] = side;
        owner[space] = whose;
      }
      for (const die of this.members("die")) inside[die] = !position.pyramid || position.pyramid.includes(die);
      return this.machine.change(this.initial(), {at, above, tile, tile_owner: owner, inside, money: position.money ?? {}});
    }
    save(state) {
      const {at, above, tile, tile_owner: owner, inside, money} = this.plain(state), [track, tiles] = bare(2);
      for (const [camel, space] of Object.entries(at)) (track[space] ??= []).push(camel);
      for (const stack of Object.values(track)) {
        const height = camel => stack.filter(other => above[`${camel} ${other}`]).length;
        stack.sort((a, b) => height(a) - height(b));
      }
      for (const [space, side] of Object.entries(tile)) if (side !== null) tiles[space] = {owner: owner[space], side};
      return {edition: this.about.name, track, tiles, pyramid: Object.keys(inside).filter(d => inside[d]), money};
    }
  }

  // What decides how many members a sort has is part of a module; a list with the same members is not.
  function refuse(name, value, layout, about) {
    const slot = layout.parameters[name], lists = about.parameters[name]?.lists;
    if (!slot) throw new Fault(`there is no parameter \`${name}\``);
    if (slot.changeable) return;
    const wanted = [...new Set(value.map?.(r => r[0]))].sort((a, b) => a - b);
    if (!lists || JSON.stringify(wanted) !== JSON.stringify(layout.sorts[lists].members)) throw new Fault(`${name} is built into these rules; an edition of your own can change it`);
  }

  Object.assign(camelrules, {Table, facts, chances, words});
})();
