// Chances of a leg and of a race, from modules that follow every outcome. Works in slices, so that it can be told to stop.
function camelChances(host) {
  "use strict";
  const {Fault} = host;
  const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a; };
  const fraction = (n, d) => { const g = gcd(n < 0n ? -n : n, d) || 1n; return d / g === 1n ? String(n / g) : `${n / g}/${d / g}`; };

  // For each camel the exact chance of each place at the end of the leg, first to last, as fractions.
  function leg(machine, state, camels) {
    const {results, words, levels, heap, entry, firstBits, lastBits, done, full} = machine.layout.search;
    for (let bits = machine.bits ?? firstBits; bits <= lastBits; bits += 2) {
      const capacity = 2 ** bits, table = heap + 2 * (capacity + 64) * entry;
      machine.grow(table + 16 * capacity);
      // With another size the table of hashes lies elsewhere.
      if (machine.bits !== bits) machine.bytes.fill(0, heap);
      machine.bits = bits;
      machine.load(state);
      const ended = machine.invoke("search", capacity, bits + 1, table, heap, heap + (capacity + 64) * entry);
      if (ended === done) return counted(machine, camels, results, words, levels);
      if (ended !== full) break;
    }
    throw new Fault("the leg has more outcomes than there is room for");
  }
  function counted(machine, camels, results, words, levels) {
    const rows = Array.from({length: levels}, (_, l) => Array.from({length: words}, (_, w) => machine.view.getBigInt64(results + 8 * (l * words + w), true))).filter(r => r[0]);
    // Each level's denominator is a multiple of the one before.
    const common = rows.at(-1)[0];
    const total = at => rows.reduce((sum, row) => sum + row[at] * (common / row[0]), 0n);
    return Object.fromEntries(camels.map((camel, i) => [camel, camels.map((_, place) => fraction(total(1 + i * camels.length + place), common))]));
  }

  // Each camel's chance to win the race and to come last: exact where few enough positions follow, else by chance.
  async function race(machine, state, breathe) {
    const {camels, start, entry, values, renamed, sums, budget, sample, longest, width, finished, more} = machine.layout.search;
    const table = Math.ceil((start + (budget + 1) * entry) / 16) * 16, bits = (2 * budget).toString(2).length, stack = table + 4 * 2 ** bits;
    machine.grow(stack + 2 ** 22);
    machine.load(state);
    const root = machine.invoke("race_begin", budget, bits, table, stack);
    const places = camels.map((_, i) => machine.view.getInt32(renamed + 4 * i, true));
    let ended = more;
    while (ended === more) {
      await breathe();
      ended = machine.invoke("race_search", bits, table, stack, 20000);
    }
    const answer = (of, method, error) => ({camels: Object.fromEntries(camels.map((c, i) => [c, {first: of(i), last: of(camels.length + i)}])), method, error});
    if (ended === finished) {
      const at = i => (i < camels.length ? places[i] : camels.length + places[i - camels.length]);
      return answer(i => machine.view.getFloat64(root + values + 8 * at(i), true), "exact", 0);
    }
    machine.bytes.set(state, start);
    camels.forEach((_, i) => { machine.view.setFloat64(sums + 8 * i, 0, true); machine.view.setFloat64(sums + 8 * (camels.length + i), 0, true); });
    machine.exports.seed(1n, 0n);
    const part = Math.floor(sample / 40);
    for (let i = 0; i < 40; i++) {
      await breathe();
      if (machine.invoke("race_sample", start, part, longest)) throw new Fault(`the race did not end within ${longest} dice`);
    }
    return answer(i => machine.view.getFloat64(sums + 8 * i, true) / (40 * part), "simulated", width / Math.sqrt(40 * part));
  }
  return {leg, race};
}
