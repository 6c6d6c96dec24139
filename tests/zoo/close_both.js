// tries: to close stdin and stdout in its turn, and to stay
// must:  it loses as one that left
// expect: loses exit
const fs = require("fs");
const { play } = require("./zoo");

play({
  go() {
    fs.closeSync(0);
    fs.closeSync(1);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5000);
  },
});
