// tries: nothing; it has nothing more to wait for, and ends in good order
// must:  it loses as one that left
// expect: loses exit
const { play } = require("./zoo");

play({
  go() {
    process.exit(0);
  },
});
