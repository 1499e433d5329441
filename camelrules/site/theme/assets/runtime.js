// What generated rules need to run: members as numbers, faults with a place, tables, chance. No rule of the game is here.
const camelrules = (() => {
  "use strict";

  class Fault extends Error {}

  const named = (meta, seats, family, code) =>
    code === -1 ? null : family === meta.seats ? seats[code] : meta.families[family][code];

  const rt = {
    named,
    between: (low, value, high) => low <= value && value <= high,
    has: (mask, code) => code >= 0 && ((mask >> code) & 1) === 1,
    put: (list, at, value) => { const made = list.slice(); made[at] = value; return made; },
    range: (low, high) => { const made = []; for (let i = low; i <= high; i++) made.push(i); return made; },
    members: (mask, order) => order.filter(code => ((mask >> code) & 1) === 1),
    next: (code, order) => order[(order.indexOf(code) + 1) % order.length],
    same: (a, b) => JSON.stringify(a) === JSON.stringify(b),
    mask: codes => codes.reduce((mask, code) => mask | (1 << code), 0),
    positions: values => new Map(values.map((value, at) => [value, at])),
    values: rows => [...new Set(rows.map(row => row[0]))].sort((a, b) => a - b),
    *shuffled(options, R) {
      const rest = options.slice();
      while (rest.length) yield rest.splice(rest.length > 1 ? R.choose(rest.slice()) : 0, 1)[0];
    },
    decided(R, name, args, [rule, answer]) {
      R.fire("decision", name, rule, args, answer);
      return answer;
    },
    faults(places) {
      const fault = (message, place) => { throw new Fault(`${message} (${places[place]})`); };
      return {
        at: (value, positions, place) => positions.get(value) ?? fault(`${value} is outside its sort`, place),
        cast: (code, mask, place) => (rt.has(mask, code) ? code : fault("a member is not of the sort it is taken for", place)),
        item: (rows, at, place) => (at >= 1 && at <= rows.length ? rows[at - 1][0] : fault(`item ${at} of a list of ${rows.length}`, place)),
        only: (found, place) => (found.length === 1 ? found[0] : fault(`\`the\` needs exactly one answer, found ${found.length}`, place)),
        nothing: place => fault("there is nothing to draw from", place),
        agree: (answers, place) => (answers.every(a => rt.same(a[1], answers[0][1])) ? answers[0] : fault("two exceptions apply and disagree", place)),
      };
    },
  };

  // -- names and numbers -----------------------------------------------------------------
  function encode(meta, seats, type, value) {
    switch (type.is) {
      case "sort": {
        if (value === null || value === undefined) return -1;
        for (const part of type.parts) {
          const at = (part === meta.seats ? seats : meta.families[part]).indexOf(value);
          if (at >= 0) return at;
        }
        throw new Fault(`\`${value}\` is not a ${type.name}`);
      }
      case "set": return rt.mask(value.map(v => encode(meta, seats, type.of, v)));
      case "list": return value.map(row => row.map((v, i) => encode(meta, seats, type.of[i], v)));
      default: return value;
    }
  }

  function decode(meta, seats, type, code) {
    switch (type.is) {
      case "sort": return named(meta, seats, type.parts[0], code);
      case "set": return [...Array(31).keys()].filter(i => (code >> i) & 1).map(i => decode(meta, seats, type.of, i));
      case "list": return code.map(row => row.map((v, i) => decode(meta, seats, type.of[i], v)));
      case "bool": return code === true || code === 1;
      default: return code + 0;
    }
  }

  // -- a table: an edition with its players and the values of its parameters ---------------
  class Table {
    constructor({meta, rules}, seats, changes = {}) {
      this.meta = meta;
      this.seats = seats;
      this.values = {};
      for (const [name, parameter] of Object.entries(meta.parameters)) {
        const value = name in changes ? changes[name] : parameter.value;
        this.values[name] = encode(meta, seats, parameter.type, value);
      }
      this.rules = rules(rt, seats, this.values);
      this.initial = this.rules.initial;
    }

    code(type, value) { return encode(this.meta, this.seats, type, value); }
    value(type, code) { return decode(this.meta, this.seats, type, code); }

    members(sort) {
      const {kind, members} = this.meta.sorts[sort];
      return kind === "seats" ? this.seats : kind === "range" || kind === "values" ? this.rules.members[sort] : members;
    }

    call(name, args, state) {
      const {params, type} = this.meta.functions[name];
      const codes = args.map((a, i) => this.code(params[i][1], a));
      return this.value(type, this.rules.functions[name](state, ...codes));
    }

    // Runs an effect or action on a copy; says what came of it.
    run(name, args, state, {choose = noChance, kind = "effects"} = {}) {
      const {params} = this.meta[kind][name];
      const after = {...state}, events = [], fired = [];
      const R = {
        choose,
        emit: event => events.push(event),
        fire: (what, who, rule, given, answer) => fired.push({kind: what, name: who, rule, args: given, answer}),
      };
      this.rules[kind][name](after, R, ...args.map((a, i) => this.code(params[i][1], a)));
      return {state: after, events, fired: fired.map(f => this.told(f))};
    }

    told({kind, name, rule, args, answer}) {
      const table = kind === "decision" ? this.meta.functions : kind === "effect" ? this.meta.effects : this.meta.actions;
      const {params, type} = table[name];
      const shown = args.map((a, i) => this.value(params[i][1], a));
      const note = this.meta.notes[kind === "decision" ? `${kind} ${name} ${rule}` : `${kind} ${name}`];
      let says = note.says;
      params.forEach(([n], i) => { says = says.replaceAll(`{${n}}`, String(shown[i]).replaceAll("_", " ")); });
      for (const [n, p] of Object.entries(this.meta.parameters)) {
        if (says.includes(`{${n}}`)) says = says.replaceAll(`{${n}}`, words(this.value(p.type, this.values[n])));
      }
      return {kind, name, rule, args: shown, answer: type ? this.value(type, answer) : null, says, clauses: note.clauses};
    }

    broken(action, args, state) {
      const {params} = this.meta.actions[action];
      return this.rules.guards[action](state, ...args.map((a, i) => this.code(params[i][1], a)));
    }

    // Every legal action with its arguments, in the order of the specification.
    choices(state) {
      const found = [];
      for (const [action, {params}] of Object.entries(this.meta.actions)) {
        let rows = [[]];
        for (const [, type] of params) {
          const options = this.members(type.is === "sort" ? type.name : type.sort);
          rows = rows.flatMap(row => options.map(option => [...row, option]));
        }
        for (const args of rows) if (this.broken(action, args, state) === null) found.push([action, args]);
      }
      return found;
    }

    // -- a state in names: maps as objects from index to value ------------------------------
    keys(name) {
      let rows = [[[], 0]];
      for (const type of this.meta.state[name].index) {
        const sort = type.is === "sort" ? type.name : type.sort;
        const positions = this.rules.positions[sort];
        const size = positions ? positions.size : this.size(type);
        rows = rows.flatMap(([key, cell]) => this.members(sort).map(member =>
          [[...key, member], cell * size + (positions ? positions.get(member) : this.code(type, member))]));
      }
      return rows;
    }

    size(type) {
      return Math.max(...type.parts.map(p => p === this.meta.seats ? this.seats.length : this.lastOf(p) + 1));
    }

    lastOf(part) {
      const family = this.meta.families[part];
      return Math.max(-1, ...this.meta.sorts[part].members.map(m => family.indexOf(m)));
    }

    plain(state) {
      const made = {};
      for (const [name, {index, type}] of Object.entries(this.meta.state)) {
        if (!index.length) made[name] = this.value(type, state[name]);
        else made[name] = Object.fromEntries(this.keys(name).map(([key, cell]) => [key.join(" "), this.value(type, state[name][cell])]));
      }
      return made;
    }

    // The state that is like another but for some values, given in names.
    change(state, values) {
      const made = {...state};
      for (const [name, value] of Object.entries(values)) {
        const {index, type} = this.meta.state[name];
        const stored = v => { const code = this.code(type, v); return type.is === "bool" ? (code ? 1 : 0) : code; };
        if (!index.length) { made[name] = stored(value); continue; }
        const cells = new Map(this.keys(name).map(([key, cell]) => [key.join(" "), cell]));
        made[name] = made[name].slice();
        for (const [key, v] of Object.entries(value)) {
          if (!cells.has(key)) throw new Fault(`\`${key}\` is no index of ${name}`);
          made[name][cells.get(key)] = stored(v);
        }
      }
      return made;
    }
  }

  const words = value => (Array.isArray(value) ? value.map(r => r.join(" × ")).join(", ") : String(value).replaceAll("_", " "));
  const noChance = () => { throw new Fault("a random choice where none is expected"); };
  const random = options => Math.floor(Math.random() * options.length);

  const editions = {};
  const register = (meta, rules) => { editions[meta.name] = {meta, rules}; };
  const table = (name, seats, changes) => new Table(editions[name], seats, changes);

  return {Fault, Table, editions, register, table, random, words};
})();
if (typeof globalThis !== "undefined") globalThis.camelrules = camelrules;
