// tries: nothing; a bug throws where nobody catches
// must:  it loses by its crash, with the stack in the evidence
// expect: loses crash
const { play } = require("./zoo");

play({
  go() {
    null.move();
  },
});
