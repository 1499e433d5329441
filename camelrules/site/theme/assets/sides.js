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
      const t = this.table;
      if (entry.reveal) {
        const [die, value, face] = entry.reveal;
        const plain = t.plain(state);
        if (t.call("leg_over", [], state)) return {state, fired: [], events: [], refused: "the leg is over on this side"};
        if (!plain.inside[die]) return {state, fired: [], events: [], refused: `the ${die} die is out already`};
        return t.run("reveal", [die, value, face ?? null], state);
      }
      if (entry.end) return t.run("end_of_turn", [], state, {choose: noDraw});
      const [action, args] = entry.act;
      const broken = t.broken(action, args, state);
      if (broken !== null) return {state, fired: [], events: [], refused: t.meta.actions[action].guards[broken] || broken};
      let at = 0;
      const acted = t.run(action, args, state, {kind: "actions", choose: options => Math.min(entry.picks[at++] ?? 0, options.length - 1)});
      const ended = t.run("end_of_turn", [], acted.state, {choose: noDraw});
      return {state: ended.state, fired: [...acted.fired, ...ended.fired], events: [...acted.events, ...ended.events]};
    }

    // A die and a face at random, as this side would roll.
    roll(state) {
      const rolled = this.table.run(this.meta.odds.effect, [], state, {choose: camelrules.random});
      const {die, value, face} = rolled.events.find(e => e.kind === "reveal");
      return [die, value, face];
    }

    // The choices that chance makes in an action, so that another side can be given the same.
    picks(state, action, args) {
      const picks = [];
      this.table.run(action, args, state, {kind: "actions", choose: options => {
        const at = camelrules.random(options);
        picks.push(at);
        return at;
      }});
      return picks;
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
