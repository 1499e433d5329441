// The chances are worked out beside the page, which stays smooth. Served, this file is the worker; from a folder a page may
// start none but one made of its own functions, so the page uses `camelWorker` from here.
function camelWorker(host, chances) {
  "use strict";
  const {Fault, Machine, unpack} = host, {leg, race} = chances;
  const packs = Object.create(null), machines = {}, newest = {};

  async function machine(name, kind, changes) {
    const {facts, codes} = await packs[name], key = JSON.stringify([name, kind, changes]);
    // A module at work keeps its memory, so only the last of each kind is kept.
    if (machines[kind]?.key !== key) {
      const all = facts.chances, at = kind === "leg" ? 0 : 1;
      machines[kind] = {key, machine: Machine.start(codes[at], all[kind], changes)};
    }
    return {camels: facts.chances.camels, machine: await machines[kind].machine};
  }
  class Stale extends Error {}

  onmessage = async ({data: {id, slot, name, pack, kind, changes, values}}) => {
    if (pack) { packs[name] = unpack(pack); return; }
    newest[slot] = id;
    const breathe = async () => {
      await new Promise(resolve => setTimeout(resolve));
      if (newest[slot] !== id) throw new Stale();
    };
    try {
      const made = await machine(name, kind, changes), {state} = made.machine.layout;
      await breathe();
      const wanted = Object.fromEntries(Object.keys(state).map(n => [n, values[n]]));
      const packed = made.machine.change(made.machine.save(), wanted);
      postMessage({id, answer: kind === "leg" ? leg(made.machine, packed, made.camels) : await race(made.machine, packed, breathe)});
    } catch (error) {
      if (error instanceof Stale) postMessage({id, stale: true});
      else postMessage({id, refused: error instanceof Fault ? error.message : `${error}`});
    }
  };
}
if (typeof importScripts === "function" && typeof camelHost === "undefined") {
  importScripts("host.js", "chances.js");
  const host = camelHost();
  camelWorker(host, camelChances(host));
}
