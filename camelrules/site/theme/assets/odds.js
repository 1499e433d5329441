// Exact odds of a leg, and position files to states and back. Asks the rules by the names of their entries.
(() => {
  "use strict";
  const {Table, Fault} = camelrules;

  // Equal faces of a die are one outcome with a greater weight; the lists of an edition are counted once.
  const counted = new WeakMap();
  function distinct(options) {
    let found = counted.get(options);
    if (found) return found;
    const first = [], times = [], seen = new Map();
    options.forEach((row, at) => {
      const key = row.join();
      if (seen.has(key)) times[seen.get(key)] += 1;
      else { seen.set(key, first.length); first.push(at); times.push(1); }
    });
    const shared = times.reduce((a, b) => { while (b) [a, b] = [b, a % b]; return a; });
    found = {first, times: times.map(t => t / shared), total: options.length / shared};
    counted.set(options, found);
    return found;
  }

  // Every outcome of an effect with its weight: the effect is run once for each sequence of choices.
  function every(effect, state) {
    const found = [];
    let script = [];
    for (;;) {
      const counts = [];
      let weight = 1, total = 1;
      const after = {...state};
      effect(after, {
        choose(options) {
          const at = counts.length < script.length ? script[counts.length] : 0;
          if (!Array.isArray(options[0])) {
            counts.push(options.length);
            total *= options.length;
            return at;
          }
          const {first, times, total: all} = distinct(options);
          counts.push(first.length);
          weight *= times[at];
          total *= all;
          return first[at];
        },
        emit() {},
        fire() {},
      });
      found.push([weight, total, after]);
      const taken = counts.map((_, i) => script[i] ?? 0);
      let at = taken.length - 1;
      while (at >= 0 && taken[at] + 1 >= counts[at]) at -= 1;
      if (at < 0) return found;
      script = [...taken.slice(0, at), taken[at] + 1];
    }
  }

  function keyOf(meta, names) {
    const parts = names.map(name => {
      const {index, type} = meta.state[name];
      const text = type.is === "list" ? v => JSON.stringify(v) : v => (index.length ? v.join() : String(v));
      // Cells of 0 and 1 make the shortest keys as characters.
      return type.is === "bool" && index.length ? S => String.fromCharCode.apply(null, S[name]) : S => text(S[name]);
    });
    return S => parts.map(p => p(S)).join("|");
  }

  const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a; };

  // Runs the effect until `done`; calls `last(weight, scale, state)` for each last state. Yields so that a page can breathe.
  function* follow(table, state, effect, done, last, keep) {
    const key = keyOf(table.meta, keep);
    let level = new Map([[key(state), [1n, state]]]), scale = 1n;
    while (level.size) {
      const following = new Map();
      let worked = 0;
      for (const [weight, here] of level.values()) {
        if (++worked % 200 === 0) yield;
        if (done(here)) { last(weight, scale, here); continue; }
        for (const [count, total, there] of every(effect, here)) {
          if (!following.has(total)) following.set(total, new Map());
          const bucket = following.get(total), k = key(there), old = bucket.get(k);
          if (old) old[0] += weight * BigInt(count);
          else bucket.set(k, [weight * BigInt(count), there]);
        }
      }
      let common = 1n;
      for (const total of following.keys()) common = (common / gcd(common, BigInt(total))) * BigInt(total);
      const merged = new Map();
      for (const [total, bucket] of following) {
        const factor = common / BigInt(total);
        for (const [k, [weight, there]] of bucket) {
          const old = merged.get(k);
          if (old) old[0] += weight * factor;
          else merged.set(k, [weight * factor, there]);
        }
      }
      level = merged;
      scale *= common;
    }
  }

  class Fraction {
    constructor(n, d = 1n) { const g = gcd(n < 0n ? -n : n, d) || 1n; this.n = n / g; this.d = d / g; }
    add(n, d) { return new Fraction(this.n * d + n * this.d, this.d * d); }
    toString() { return this.d === 1n ? String(this.n) : `${this.n}/${this.d}`; }
    get number() { return Number(this.n) / Number(this.d); }
  }

  // The chance of each place for each racing camel at the end of the leg, and what a ticket of each value is worth.
  Table.prototype.oddsInSteps = function* oddsInSteps(state, values = []) {
    const {functions, effects} = this.rules;
    const {effect, keep, byPlace} = this.meta.odds;
    const type = this.meta.functions.place.params[0][1];
    const camels = this.members(type.name), codes = camels.map(c => this.code(type, c));
    const totals = new Map(), earned = new Map();
    // Where a ticket's reward depends on the places alone, it is worked out once for each ranking.
    const rewards = (last, places) => {
      const key = byPlace ? places.join() : "";
      let found = byPlace ? earned.get(key) : undefined;
      if (!found) {
        found = codes.map(code => values.map(v => BigInt(functions.reward(last, code, v))));
        if (byPlace) earned.set(key, found);
      }
      return found;
    };
    yield* follow(this, state, effects[effect], functions.leg_over, (weight, scale, last) => {
      if (!totals.has(scale)) totals.set(scale, codes.map(() => ({places: codes.map(() => 0n), worth: values.map(() => 0n)})));
      const rows = totals.get(scale);
      const places = codes.map(code => functions.place(last, code));
      const gains = values.length ? rewards(last, places) : [];
      places.forEach((place, i) => {
        if (!(place >= 1 && place <= codes.length)) throw new Fault(`${camels[i]} would be in place ${place}`);
        rows[i].places[place - 1] += weight;
        values.forEach((_, j) => { rows[i].worth[j] += weight * gains[i][j]; });
      });
    }, keep);
    const answer = {};
    camels.forEach((camel, i) => {
      const sum = pick => [...totals].reduce((f, [scale, rows]) => f.add(pick(rows[i]), scale), new Fraction(0n));
      answer[camel] = {places: codes.map((_, p) => sum(r => r.places[p])), worth: values.map((_, v) => sum(r => r.worth[v]))};
    });
    return answer;
  };

  Table.prototype.odds = function odds(state, values = []) {
    const steps = this.oddsInSteps(state, values);
    for (;;) {
      const {done, value} = steps.next();
      if (done) return value;
    }
  };

  // -- positions ----------------------------------------------------------------------------
  Table.prototype.load = function load(position) {
    const at = {}, above = {}, tile = {}, owner = {}, inside = {};
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
    const state = this.change(this.initial(), {at, above, tile, tile_owner: owner, inside, money: position.money ?? {}});
    return state;
  };

  Table.prototype.save = function save(state) {
    const {at, above, tile, tile_owner: owner, inside, money} = this.plain(state);
    const track = {};
    for (const [camel, space] of Object.entries(at)) (track[space] ??= []).push(camel);
    for (const stack of Object.values(track)) {
      const height = camel => stack.filter(other => above[`${camel} ${other}`]).length;
      stack.sort((a, b) => height(a) - height(b));
    }
    const tiles = {};
    for (const [space, side] of Object.entries(tile)) if (side !== null) tiles[space] = {owner: owner[space], side};
    return {edition: this.meta.name, track, tiles, pyramid: Object.keys(inside).filter(d => inside[d]), money};
  };

  camelrules.Fraction = Fraction;
  camelrules.every = every;
})();
