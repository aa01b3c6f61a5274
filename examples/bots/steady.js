// A bot in JavaScript, for Node without any package: the same choice in the same position, spread by a small hash.
//
// dicecup arena king-of-tokyo --seats "exec:node examples/bots/steady.js,easy"

const lines = require("node:readline").createInterface({ input: process.stdin });
const seeds = new Map(); // of the games that are under way, by their id

function hash(text, seed) {
  let value = seed >>> 0;
  for (const letter of text) value = Math.imul(value ^ letter.codePointAt(0), 0x01000193) >>> 0;
  return value;
}

function answer(message) {
  switch (message.type) {
    case "hello":
      return { type: "hello", protocol: 1, name: "Steady" };
    case "game":
      seeds.set(message.id, message.seed % 0xffffffff);
      return null;
    case "decide":
      return { n: message.n, option: hash(JSON.stringify(message.view), seeds.get(message.id)) % message.ask.options.length };
    case "over":
      seeds.delete(message.id);
      return null;
    default:
      return null; // bye, and whatever later versions may say
  }
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  const reply = answer(message);
  if (reply !== null) console.log(JSON.stringify(reply));
  if (message.type === "bye") process.exit();
});
