// A position of one table on another: editions have other camels and dice, and tracks may be shorter. What has a
// namesake of its kind keeps its place, what has none is stood in for, and whatever is left over is said in words.
(() => {
  "use strict";
  const listing = (names, and = "and") => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${and} ${names.at(-1)}`);

  // From each name here to its namesake there, and the rest in pairs, in order.
  function pairs(here, there) {
    const map = new Map(here.filter(n => there.includes(n)).map(n => [n, n]));
    const free = there.filter(n => !here.includes(n));
    for (const name of here) if (!map.has(name) && free.length) map.set(name, free.shift());
    return map;
  }

  class Fit {
    // `from` and `to` are shapes: camels, crazy, dice, spaces; `start` is where `to`'s setup puts its camels.
    constructor(from, to, start) {
      Object.assign(this, {from, to, start});
      const racing = shape => shape.camels.filter(c => !shape.crazy.includes(c));
      this.camels = new Map([...pairs(racing(from), racing(to)), ...pairs(from.crazy, to.crazy)]);
      const standsIn = new Set(this.camels.values());
      this.missing = to.camels.filter(c => !standsIn.has(c));
      // The die of a racing camel goes with it; other dice have only their names.
      this.dice = new Map();
      for (const die of from.dice) {
        const other = from.camels.includes(die) ? this.camels.get(die) : die;
        if (to.dice.includes(other)) this.dice.set(die, other);
      }
      this.moreDice = to.dice.filter(d => ![...this.dice.values()].includes(d));
      this.plain = this.camels.size === from.camels.length && [...this.camels].every(([a, b]) => a === b) && !this.missing.length
        && this.dice.size === from.dice.length && !this.moreDice.length && from.spaces === to.spaces;
    }

    // Beyond the line stays beyond the line; a space that the other track lacks becomes its last.
    space(space) {
      const {from, to} = this;
      return space > from.spaces ? space - from.spaces + to.spaces : Math.min(space, to.spaces);
    }

    stacks(track) {
      const made = {};
      for (const [space, stack] of Object.entries(track).sort((a, b) => a[0] - b[0])) {
        const kept = stack.filter(c => this.camels.has(c)).map(c => this.camels.get(c));
        if (kept.length) (made[this.space(Number(space))] ??= []).push(...kept);
      }
      return made;
    }

    // The position there.
    position(base) {
      if (this.plain) return base;
      const track = this.stacks(base.track), tiles = {};
      for (const [space, tile] of Object.entries(base.tiles)) if (space <= this.to.spaces && !track[space]) tiles[space] = tile;
      this.missing.forEach(camel => {
        const wanted = Number(Object.keys(this.start.track).find(s => this.start.track[s].includes(camel)));
        // A racing camel can join a stack; a crazy one might carry it off, so it waits on the first free space before.
        const free = Array.from({length: wanted}, (_, i) => wanted - i).find(s => !track[s]?.length && !tiles[s]);
        const space = (this.to.crazy.includes(camel) && free) || wanted;
        delete tiles[space];
        (track[space] ??= []).push(camel);
      });
      const inside = base.pyramid.filter(d => this.dice.has(d)).map(d => this.dice.get(d));
      return {...base, track, tiles, pyramid: this.to.dice.filter(d => inside.includes(d) || this.moreDice.includes(d))};
    }

    // What happened there when this happened here; a die or camel that is unknown there makes it `unknown`.
    entry(entry) {
      if (this.plain) return entry;
      if (entry.reveal) {
        const [die, value, face] = entry.reveal;
        return this.dice.has(die) ? {reveal: [this.dice.get(die), value, face && (this.camels.get(face) ?? face)]} : {...entry, unknown: `there is no ${die} die on this side`};
      }
      if (!entry.act) return entry;
      const [action, args] = entry.act, lost = args.find(a => this.from.camels.includes(a) && !this.camels.has(a));
      if (lost) return {...entry, unknown: `there is no ${lost} camel on this side`};
      const shows = entry.shows && this.entry({reveal: entry.shows});
      if (shows?.unknown) return {...entry, unknown: shows.unknown};
      return {...entry, act: [action, args.map(a => this.camels.get(a) ?? a)], shows: shows?.reveal};
    }

    // Sentences on what is otherwise there.
    words(base, who = "This side") {
      if (this.plain) return [];
      const {from, to} = this, told = [];
      const substitutes = [...this.camels].filter(([a, b]) => a !== b);
      if (substitutes.length) told.push(`${who} has no ${listing(substitutes.map(([a]) => a), "or")} camel: ${listing(substitutes.map(([a, b]) => `${b} stands in for ${a}`))}.`);
      const out = from.camels.filter(c => !this.camels.has(c)), dice = from.dice.filter(d => !this.dice.has(d));
      const tiles = Object.keys(base.tiles).filter(s => !this.position(base).tiles[s]);
      const crazy = out.filter(c => from.crazy.includes(c)), racing = out.filter(c => !from.crazy.includes(c));
      const named = (names, what) => (names.length ? [`the ${listing(names)} ${what}${names.length > 1 ? "s" : ""}`] : []);
      const left = [...named(racing, "camel"), ...named(crazy, "crazy camel"), ...dice.filter(d => !racing.includes(d)).map(d => `the ${d} die`), ...tiles.map(s => `the tile on space ${s}`)];
      if (left.length) told.push(`Left out: ${listing(left)}.`);
      if (this.missing.length) {
        const there = this.position(base).track;
        const where = this.missing.map(c => `${c} on space ${Object.keys(there).find(s => there[s].includes(c))}`);
        told.push(`Added, because the position has no such camel: ${listing(where)}.`);
      }
      const more = this.moreDice.filter(d => !this.missing.includes(d));
      if (more.length) told.push(`Also in the pyramid: the ${listing(more)} ${more.length > 1 ? "dice" : "die"}.`);
      const moved = Object.keys(base.track).map(Number).filter(s => this.space(s) !== s && base.track[s].some(c => this.camels.has(c)));
      if (from.spaces !== to.spaces) told.push(`The track has ${to.spaces} spaces, not ${from.spaces}${moved.length ? `: the camels of space ${listing(moved)} stand on space ${listing([...new Set(moved.map(s => this.space(s)))])}` : ""}.`);
      return told;
    }

    // In what two positions differ, as far as both sides have it, in words.
    differences(here, there) {
      const added = new Set(this.missing), mine = this.stacks(here.track);
      const theirs = Object.fromEntries(Object.entries(there.track).map(([s, stack]) => [s, stack.filter(c => !added.has(c))]).filter(([, s]) => s.length));
      const stack = names => (names?.length ? names.join(", ") : "nobody");
      const spaces = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].map(Number).sort((a, b) => a - b).filter(s => stack(mine[s]) !== stack(theirs[s]));
      const found = spaces.slice(0, 2).map(s => `on space ${s} ${[mine, theirs].map(t => stack(t[s])).join(" against ")}`);
      if (spaces.length > 2) found.push(`and ${spaces.length - 2} more ${spaces.length > 3 ? "spaces" : "space"}`);
      const players = Object.keys(here.money).filter(p => here.money[p] !== there.money[p]);
      return [...found, ...players.map(p => `${p} has ${here.money[p]} against ${there.money[p]}`)];
    }
  }
  globalThis.camelFit = {Fit, listing};
})();
