// Runs questions that Python wrote down, and says what each came to; the modules are those that Python runs.
import { readFileSync } from "node:fs";

const asked = JSON.parse(readFileSync(process.argv[2], "utf8"));
const said = [];
for (const { module, memory, questions } of asked) {
  const { instance } = await WebAssembly.instantiate(Buffer.from(module, "base64"));
  const game = instance.exports;
  const bytes = () => new Uint8Array(game.memory.buffer);
  const word = address => new DataView(game.memory.buffer).getInt32(address, true);
  for (const { writes, call, script, reads } of questions) {
    game.begin();
    for (const [address, data] of writes) bytes().set(Buffer.from(data, "base64"), address);
    if (script) game.script(1);
    try {
      game[call]();
      said.push(reads.map(([address, size]) => Buffer.from(bytes().slice(address, address + size)).toString("base64")));
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      said.push(word(memory.fault));
    }
  }
}
console.log(JSON.stringify(said));
