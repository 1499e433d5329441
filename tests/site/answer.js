// Answers questions with the host that the playground uses; runs in Node and in a page.
async function answer(packs, asks) {
  const host = camelHost(), {leg, race} = camelChances(host);
  const unpacked = {}, machines = {};
  for (const [name, text] of Object.entries(packs)) unpacked[name] = await host.unpack(text);
  const machine = (pack, at, layout, set) => machines[JSON.stringify([pack, at, set])] ??= host.Machine.start(unpacked[pack].codes[at], layout, set);
  const said = [];
  for (const {pack, set, state, run, kind, args, picks, call, choices, broken, chances, seed} of asks) {
    const {facts} = unpacked[pack];
    try {
      if (chances) {
        const layout = facts.chances[chances], made = await machine(pack, chances === "leg" ? 0 : 1, layout, set);
        const packed = made.change(made.save(), Object.fromEntries(Object.keys(layout.state).map(n => [n, state[n]])));
        said.push({chances: chances === "leg" ? leg(made, packed, facts.chances.camels) : await race(made, packed, async () => {})});
        continue;
      }
      const made = await machine(pack, 0, facts, set), found = {};
      if (seed !== undefined) {
        const {turns, state} = made.play(seed);
        said.push({turns, money: made.plain(state).money, winners: made.call("winners", [], state)});
        continue;
      }
      const here = made.change(made.initial(), state);
      if (call) found.calls = call.map(([name, given]) => made.call(name, given, here));
      if (choices) found.choices = made.choices(here);
      if (broken) found.broken = broken.map(([action, given]) => made.broken(action, given, here));
      if (run) {
        const done = made.run(kind, run, args, here, picks);
        Object.assign(found, {state: made.plain(done.state), events: done.events, counts: done.counts, applied: done.applied.map(a => [a.kind, a.name, a.rule, a.args])});
      }
      said.push(found);
    } catch (error) {
      if (!(error instanceof host.Fault)) throw error;
      said.push({fault: error.message});
    }
  }
  return said;
}
