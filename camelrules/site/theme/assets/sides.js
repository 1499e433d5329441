// A side of the playground: a reading of the rules, and what it makes of a position and the dice and actions after it.
(() => {
  "use strict";
  const {Table, Fault} = camelrules;

  class Side {
    static async seat(reading, changes, players) {
      const table = await Table.seat(reading.rules, players, {...reading.set, ...changes});
      return new Side(reading, table);
    }
    constructor(reading, table) { Object.assign(this, {reading, table}); }

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
          last = {state, applied: [], events: [], refused: error.message};
        }
        state = last.state;
      });
      return {state, position: t.save(state), before, last, over, plain: t.plain(state)};
    }

    step(state, entry) {
      const t = this.table, refuse = why => ({state, applied: [], events: [], refused: why});
      if (entry.unknown) return refuse(entry.unknown);
      if (entry.reveal) {
        const [die, value, face] = entry.reveal;
        if (t.call("leg_over", [], state)) return refuse("the leg is over on this side");
        if (!t.plain(state).inside[die]) return refuse(`the ${die} die is out already`);
        if (!t.faces(die).some(f => f.value === value && f.face === (face ?? null))) return refuse(`the ${die} die never shows that on this side`);
        return t.run("effect", "reveal", [die, value, face ?? null], state);
      }
      if (entry.end) return t.run("effect", "end_of_turn", [], state);
      const [action, args] = entry.act;
      if (!t.about.guards[action]) return refuse(`there is no action “${action.replaceAll("_", " ")}” on this side`);
      const why = t.refused(action, args, state);
      if (why !== null) return refuse(why);
      const picks = this.picksFor(state, action, args, entry);
      if (!picks) return refuse("this side cannot roll that");
      const acted = t.run("action", action, args, state, {picks, chance: true});
      const ended = t.run("effect", "end_of_turn", [], acted.state);
      return {state: ended.state, applied: [...acted.applied, ...ended.applied], events: [...acted.events, ...ended.events]};
    }

    // The choices that chance makes in an action, and the die it shows, so that another side can be given the same.
    picks(state, action, args) {
      const {picks, events} = this.table.run("action", action, args, state, {chance: true});
      const shown = events.find(e => e.kind === "reveal");
      return {picks, ...(shown && {shows: [shown.die, shown.value, shown.face ?? null]})};
    }

    // The choices by which this side shows the same die: those given, or the first that do.
    picksFor(state, action, args, {picks, shows}) {
      if (!shows) return picks;
      const same = ({events}) => {
        const e = events.find(event => event.kind === "reveal");
        return e && JSON.stringify([e.die, e.value, e.face ?? null]) === JSON.stringify(shows);
      };
      if (same(this.table.machine.run("action", action, args, state, picks))) return picks;
      for (const ran of this.table.machine.every("action", action, args, state)) if (same(ran)) return ran.picks;
      return null;
    }
  }

  // A position to begin with: setup with the same choices each time, whatever the edition.
  function opening(side) {
    const t = side.table, choices = [0, 1, 2, 3, 1, 4, 0, 2];
    const picks = Array.from({length: 64}, (_, i) => choices[i % choices.length]);
    return t.save(t.run("effect", "setup", [], t.initial(), {picks, chance: true}).state);
  }

  globalThis.camelSides = {Side, opening};
})();
