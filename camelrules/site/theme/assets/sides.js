// A side of the playground: a reading of the rules, and what it makes of a position and the dice and actions after it.
(() => {
  "use strict";
  const {Table, Fault, editions, every} = camelrules;

  // The faces a die can show, found by rolling it in every way.
  Table.prototype.faces = function faces(die) {
    this.knownFaces ??= {};
    return this.knownFaces[die] ??= (() => {
      const inside = Object.fromEntries(this.members("die").map(d => [d, d === die]));
      const state = this.change(this.initial(), {inside});
      const seen = new Map();
      const reveal = this.rules.effects[this.meta.odds.effect];
      const watch = (S, R) => reveal(S, {...R, choose: R.choose, emit: event => {
        if (event.kind === "reveal") seen.set(`${event.face} ${event.value}`, {value: event.value, face: event.face});
      }});
      every(watch, state);
      return [...seen.values()];
    })();
  };

  class Side {
    constructor(reading, changes, players) {
      this.reading = reading;
      this.changes = changes;
      this.edition = editions[reading.rules];
      this.table = new Table(this.edition, players, {...reading.set, ...changes});
    }

    get shape() {
      const t = this.table;
      return {camels: t.members("camel"), crazy: t.members("crazy"), dice: t.members("die"), spaces: t.members("space").length};
    }

    // Plays the log from a position; stops where the rules have no more to say.
    replay(base, log) {
      const t = this.table;
      let state = t.load(base), before = t.save(state), last = null, over = "";
      log.forEach(entry => {
        if (t.call("game_over", [], state)) { over = "the game is over on this side"; return; }
        before = t.save(state);
        try { last = this.step(state, entry); } catch (error) {
          if (!(error instanceof Fault)) throw error;
          last = {state, fired: [], events: [], refused: error.message};
        }
        state = last.state;
      });
      return {state, position: t.save(state), before, last, over, plain: t.plain(state)};
    }

    step(state, entry) {
      const t = this.table, refuse = why => ({state, fired: [], events: [], refused: why});
      if (entry.unknown) return refuse(entry.unknown);
      if (entry.reveal) {
        const [die, value, face] = entry.reveal;
        const plain = t.plain(state);
        if (t.call("leg_over", [], state)) return refuse("the leg is over on this side");
        if (!plain.inside[die]) return refuse(`the ${die} die is out already`);
        if (!t.faces(die).some(f => f.value === value && (f.face ?? null) === (face ?? null))) return refuse(`the ${die} die never shows that on this side`);
        return t.run("reveal", [die, value, face ?? null], state);
      }
      if (entry.end) return t.run("end_of_turn", [], state, {choose: noDraw});
      const [action, args] = entry.act;
      if (!t.meta.actions[action]) return refuse(`there is no action “${action.replaceAll("_", " ")}” on this side`);
      const broken = t.broken(action, args, state);
      if (broken !== null) return refuse(t.meta.actions[action].guards[broken] || broken);
      const picks = this.picksFor(state, action, args, entry);
      if (!picks) return refuse("this side cannot roll that");
      let at = 0;
      const acted = t.run(action, args, state, {kind: "actions", choose: options => Math.min(picks[at++] ?? 0, options.length - 1)});
      const ended = t.run("end_of_turn", [], acted.state, {choose: noDraw});
      return {state: ended.state, fired: [...acted.fired, ...ended.fired], events: [...acted.events, ...ended.events]};
    }

    // A die and a face at random, as this side would roll.
    roll(state) {
      const rolled = this.table.run(this.meta.odds.effect, [], state, {choose: camelrules.random});
      const {die, value, face} = rolled.events.find(e => e.kind === "reveal");
      return [die, value, face];
    }

    // The choices that chance makes in an action, and the die it shows, so that another side can be given the same.
    picks(state, action, args) {
      const picks = [];
      const {events} = this.table.run(action, args, state, {kind: "actions", choose: options => {
        const at = camelrules.random(options);
        picks.push(at);
        return at;
      }});
      const shown = events.find(e => e.kind === "reveal");
      return {picks, ...(shown && {shows: [shown.die, shown.value, shown.face ?? null]})};
    }

    // The choices by which this side shows the same die: those given, or the first that do.
    picksFor(state, action, args, {picks, shows}) {
      if (!shows) return picks;
      const shown = script => {
        const counts = [];
        const {events} = this.table.run(action, args, state, {kind: "actions", choose: options => {
          const at = Math.min(script[counts.length] ?? 0, options.length - 1);
          counts.push([at, options.length]);
          return at;
        }});
        const e = events.find(event => event.kind === "reveal");
        return {counts, same: e && JSON.stringify([e.die, e.value, e.face ?? null]) === JSON.stringify(shows)};
      };
      if (shown(picks).same) return picks;
      for (let script = [];;) {
        const {counts, same} = shown(script);
        if (same) return counts.map(([at]) => at);
        while (counts.length && counts.at(-1)[0] + 1 >= counts.at(-1)[1]) counts.pop();
        if (!counts.length) return null;
        script = counts.map(([at], i) => (i === counts.length - 1 ? at + 1 : at));
      }
    }

    get meta() { return this.edition.meta; }
  }
  const noDraw = () => { throw new Fault("a random choice where none is expected"); };

  // A position to begin with: the camels where setup puts them when every choice falls on the first.
  function opening(side) {
    const t = side.table;
    const picks = [0, 1, 2, 3, 1, 4, 0, 2];
    let at = 0;
    const {state} = t.run("setup", [], t.initial(), {choose: options => picks[at++ % picks.length] % options.length});
    return t.save(state);
  }

  globalThis.camelSides = {Side, opening};
})();
