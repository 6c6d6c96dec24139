// tries: nothing; it holds 200 MiB in typed arrays and a large heap of objects
// must:  it plays to the end
// expect: plays
const { play } = require("./zoo");

const table = new Uint8Array(200 << 20).fill(7);
const book = new Map(Array.from({ length: 200000 }, (_, i) => [`state ${i}`, { i }]));

play({
  go(turn) {
    if (table[turn] !== 7 || book.get("state 199999").i !== 199999) process.exit(9);
  },
});
