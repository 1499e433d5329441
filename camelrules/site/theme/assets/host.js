// Runs a module of `camelrules`: reads the description of its memory, and knows no rule of any game. One function without
// anything around it, so that a page, a worker and Node can all use it.
function camelHost() {
  "use strict";
  class Fault extends Error {}

  // -- packs: the length of the facts, the facts, then modules ----------------------------------------------
  async function unpack(text) {
    const packed = Uint8Array.from(atob(text), c => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const size = new DataView(bytes.buffer).getUint32(0, true);
    const facts = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size)));
    let at = 4 + size;
    const codes = facts.sizes.map(n => bytes.slice(at, (at += n)));
    return {facts, codes};
  }

  // A module at work: named values in, named values out. A state is a copy of its bytes.
  class Machine {
    static async start(code, layout, changes = {}) {
      const {instance} = await WebAssembly.instantiate(code);
      return new Machine(instance.exports, layout, changes);
    }

    constructor(exports, layout, changes) {
      this.exports = exports;
      this.layout = layout;
      this.cells = {};
      this.names = {};
      this.codes = {};
      for (const [sort, {members, codes}] of Object.entries(layout.sorts)) {
        this.names[sort] = new Map(codes.map((code, i) => [code, members[i]]));
        this.codes[sort] = new Map(members.map((member, i) => [member, codes[i]]));
      }
      this.values = {};
      for (const [name, {value}] of Object.entries(layout.parameters)) this.values[name] = value;
      for (const [name, value] of Object.entries(changes)) this.set(name, value);
    }

    // Memory may have grown, and a view of it is then of no use any more.
    get view() {
      const {buffer} = this.exports.memory;
      if (this.known?.buffer !== buffer) this.known = new DataView(buffer);
      return this.known;
    }
    get bytes() { return new Uint8Array(this.exports.memory.buffer); }
    grow(end) {
      const missing = end - this.exports.memory.buffer.byteLength;
      if (missing > 0) this.exports.memory.grow(Math.ceil(missing / 65536));
    }
    members(sort) { return this.layout.sorts[sort].members; }

    // -- values ---------------------------------------------------------------------------------
    code(type, value) {
      if (type.kind === "bool") return value ? 1 : 0;
      if (type.kind === "set") return value.reduce((mask, m) => mask | (1n << BigInt(this.code({kind: "member", sort: type.sort}, m))), 0n);
      if (type.kind === "member") {
        if (value === null || value === undefined) return -1;
        const code = this.codes[type.sort].get(value);
        if (code === undefined) throw new Fault(`\`${value}\` is not a ${type.sort}`);
        return code;
      }
      if (!Number.isInteger(value) || value !== (value | 0)) throw new Fault(`\`${value}\` is no number that there is room for`);
      return value;
    }
    value(type, code) {
      if (type.kind === "bool") return code !== 0;
      if (type.kind === "set") return this.members(type.sort).filter(m => (code >> BigInt(this.codes[type.sort].get(m))) & 1n);
      return type.kind === "member" ? (code === -1 ? null : this.names[type.sort].get(code)) : code;
    }
    write(type, address, value, width = type.width) {
      const {view} = this;
      if (type.kind === "list") return this.writeRows(type, address, value);
      const code = this.code(type, value);
      if (type.kind === "set") view.setBigUint64(address, code, true);
      else if (width === 1) view.setInt8(address, code);
      else if (width === 2) view.setInt16(address, code, true);
      else view.setInt32(address, code, true);
      return address + width;
    }
    writeRows(type, address, rows) {
      this.view.setInt32(address, rows.length, true);
      let at = address + 4;
      for (const row of rows) type.of.forEach((t, i) => { at = this.write(t, at, row[i]); });
      return at;
    }
    read(type, address, width = type.width) {
      const {view} = this;
      if (type.kind === "set") return this.value(type, view.getBigUint64(address, true));
      if (type.kind !== "list") return this.value(type, width === 1 ? view.getInt8(address) : width === 2 ? view.getInt16(address, true) : view.getInt32(address, true));
      let at = address + 4;
      return Array.from({length: view.getInt32(address, true)}, () => type.of.map(t => { const value = this.read(t, at); at += t.width; return value; }));
    }

    // -- parameters -------------------------------------------------------------------------------
    set(name, value) {
      const slot = this.layout.parameters[name];
      if (!slot) throw new Fault(`there is no parameter \`${name}\``);
      if (slot.type.kind !== "list") this.write(slot.type, slot.address, value, slot.size);
      else {
        // After the rows come the different ones, with how often each occurs in lowest terms.
        const counts = new Map();
        for (const row of value) { const key = JSON.stringify(row); counts.set(key, (counts.get(key) ?? 0) + 1); }
        const gcd = (a, b) => (b ? gcd(b, a % b) : a), shared = [...counts.values()].reduce(gcd, 0) || 1;
        const row = slot.type.of.reduce((sum, t) => sum + t.width, 0);
        if (4 + value.length * row > slot.distinct - slot.address) throw new Fault(`\`${name}\` has too many rows`);
        this.bytes.fill(0, slot.address, slot.address + slot.size);
        this.writeRows(slot.type, slot.address, value);
        const words = [counts.size, value.length / shared, ...[...counts.values()].map(n => n / shared)];
        words.forEach((n, i) => this.view.setInt32(slot.distinct + 4 * i, n, true));
        let at = slot.distinct + 4 * words.length;
        for (const key of counts.keys()) JSON.parse(key).forEach((v, i) => { at = this.write(slot.type.of[i], at, v); });
      }
      this.values[name] = value;
    }

    // -- states -----------------------------------------------------------------------------------
    load(state) { this.bytes.set(state, this.layout.memory.state); }
    save() { const {state, state_size: size} = this.layout.memory; return this.bytes.slice(state, state + size); }
    initial() { this.exports.begin(); this.invoke("initial"); return this.save(); }

    // Every index of a variable as text, with its cell and its bit in it.
    keys(name) {
      return this.cells[name] ??= (() => {
        const {index, written, sizes} = this.layout.state[name];
        let rows = [{key: [], cell: 0, bit: 0}];
        index.forEach((type, n) => {
          const members = this.members(type.sort), bits = written === "bits";
          rows = rows.flatMap(({key, cell, bit}) => members.map((member, at) => {
            const position = type.kind === "member" ? this.codes[type.sort].get(member) : at;
            return bits && n === 0 ? {key: [...key, member], cell, bit: position} : {key: [...key, member], cell: cell * sizes[n - bits] + position, bit};
          }));
        });
        return new Map(rows.map(({key, cell, bit}) => [key.join(" "), {cell, bit}]));
      })();
    }
    // A state with names for everything; and one like another but for some values.
    plain(state) {
      this.load(state);
      const made = {};
      for (const [name, {address, index, type, written, width}] of Object.entries(this.layout.state)) {
        const at = ({cell, bit}) => (written === "bits" ? (this.view.getUint8(address + cell * width + (bit >> 3)) >> (bit & 7) & 1) === 1 : this.read(type, address + cell * width));
        made[name] = index.length ? Object.fromEntries([...this.keys(name)].map(([key, place]) => [key, at(place)])) : this.read(type, address);
      }
      return made;
    }
    change(state, values) {
      this.load(state);
      for (const [name, value] of Object.entries(values)) {
        const {address, index, type, written, width} = this.layout.state[name];
        if (!index.length) { this.write(type, address, value); continue; }
        const keys = this.keys(name);
        for (const [key, v] of Object.entries(value)) {
          const place = keys.get(key);
          if (!place) throw new Fault(`\`${key}\` is no index of ${name}`);
          const at = address + place.cell * width;
          if (written !== "bits") this.write(type, at, v);
          else {
            const byte = at + (place.bit >> 3), mask = 1 << (place.bit & 7), {view} = this;
            view.setUint8(byte, v ? view.getUint8(byte) | mask : view.getUint8(byte) & ~mask);
          }
        }
      }
      return this.save();
    }

    // -- calls ------------------------------------------------------------------------------------
    invoke(name, ...args) {
      try { return this.exports[name](...args); } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError)) throw error;
        throw this.fault(error);
      }
    }
    fault(error) {
      const {fault: address} = this.layout.memory, number = this.view.getInt32(address, true);
      const found = this.layout.faults[number - 1];
      if (!found) return new Fault(`the rules stopped: ${error.message}`);
      const detail = (of, i) => {
        const code = this.view.getInt32(address + 4 + 4 * i, true);
        return of.kind === "rule" ? of.rules[code].name : this.value(of, code) ?? "none";
      };
      const says = found.details.reduce((text, of, i) => text.replaceAll(`{${i}}`, () => String(detail(of, i))), found.says);
      return new Fault(found.file ? `${says} (${found.file}:${found.line})` : says);
    }
    arguments(params, args) {
      const {arguments: address, heap} = this.layout.memory;
      let lists = heap;
      params.forEach(({type}, i) => {
        if (type.kind !== "list") { this.view.setBigInt64(address + 8 * i, BigInt(this.code(type, args[i])), true); return; }
        this.grow(lists + 4 + args[i].length * type.row);
        this.view.setInt32(address + 8 * i, lists, true);
        lists = Math.ceil(this.writeRows(type, lists, args[i]) / 8) * 8;
      });
    }
    answer(type) {
      const {arguments: address} = this.layout.memory;
      return type.kind === "list" ? this.read(type, this.view.getInt32(address, true)) : this.read(type, address, 4);
    }
    call(name, args, state) {
      const {arguments: params, answer} = this.layout.functions[name];
      this.exports.begin();
      this.load(state);
      this.arguments(params, args);
      this.invoke(`function ${name}`);
      return this.answer(answer);
    }

    // Runs an effect or action by choices; where they end, by chance or not at all. Says what came of it.
    run(kind, name, args, state, picks = [], chance = false) {
      const {arguments: params} = this.layout[`${kind}s`][name], {script} = this.layout.memory;
      this.exports.begin();
      this.load(state);
      this.arguments(params, args);
      [picks.length, ...picks].forEach((n, i) => this.view.setInt32(script + 4 * i, n, true));
      this.exports.script(chance ? 2 : 1);
      this.invoke(`${kind} ${name}`);
      return {state: this.save(), ...this.reported(), ...this.drawn()};
    }
    drawn() {
      const {script, counts} = this.layout.memory, made = this.exports.cursor();
      const words = address => Array.from({length: made}, (_, i) => this.view.getInt32(address + 4 * i, true));
      return {picks: words(script + 4), counts: words(counts)};
    }
    // Events that the rules tell of, and which rules were applied.
    reported() {
      const events = [], applied = [], end = this.exports.told();
      for (let at = this.layout.memory.events; at < end;) {
        const {kind, fields} = this.layout.events[this.view.getInt32(at, true)];
        const values = fields.map(({type}, i) => this.value(type, this.view.getInt32(at + 4 + 4 * i, true)));
        if (kind === this.layout.applied) applied.push({...this.layout.points[values[0]], args: values.slice(1)});
        else events.push(Object.fromEntries([["kind", kind], ...fields.map(({name}, i) => [name, values[i]])]));
        at += 4 + 4 * fields.length;
      }
      return {events, applied};
    }
    // Every outcome of an effect, by running it once for each sequence of choices.
    *every(kind, name, args, state) {
      for (let script = [];;) {
        const ran = this.run(kind, name, args, state, script), {picks, counts} = ran;
        yield ran;
        let at = picks.length - 1;
        while (at >= 0 && picks[at] + 1 >= counts[at]) at -= 1;
        if (at < 0) return;
        script = [...picks.slice(0, at), picks[at] + 1];
      }
    }
    // Every legal action with its arguments, in the order of the specification.
    choices(state) {
      const found = [], {scratch, arguments: address} = this.layout.memory;
      this.exports.begin();
      this.load(state);
      for (const [action, {arguments: params}] of Object.entries(this.layout.actions)) {
        this.invoke(`options ${action}`);
        const count = this.view.getInt32(address, true), width = 4 * Math.max(1, params.length);
        for (let row = 0; row < count; row++) found.push([action, params.map(({type}, i) => this.value(type, this.view.getInt32(scratch + row * width + 4 * i, true)))]);
      }
      return found;
    }
    // The first guard that refuses an action, by its place in the list of guards; -1 where it is legal.
    broken(action, args, state) { return this.call(`guard ${action}`, args, state) - 1; }

    // A whole game with random legal actions: the same seed is the same game everywhere.
    play(seed, most = 100000) {
      const {exports} = this, turns = [];
      exports.begin();
      this.invoke("initial");
      exports.seed(BigInt.asIntN(64, BigInt(seed)), 0n);
      this.invoke("effect setup");
      while (turns.length < most) {
        if (this.call("game_over", [], this.save())) return {turns, state: this.save()};
        const player = this.call("actor", [], this.save());
        exports.begin();
        const number = this.invoke("turn");
        if (number < 0) throw new Fault("nobody may do anything");
        const [action, {arguments: params}] = Object.entries(this.layout.actions)[number], {arguments: address} = this.layout.memory;
        const args = Object.fromEntries(params.map(({name, type}, i) => [name, this.value(type, this.view.getInt32(address + 8 * i, true))]));
        turns.push({player, action, args, events: this.reported().events});
      }
      throw new Fault("the game does not end");
    }
  }
  return {Fault, Machine, unpack};
}
