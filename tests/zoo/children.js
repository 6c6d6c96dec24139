// tries: to leave detached children behind that hold its pipes, and to start shells that do
// must:  it plays on, and the children go with the game
// expect: held
// off: same
const { spawn } = require("child_process");
const { play, target } = require("./zoo");

play({
  hello() {
    for (const stdio of ["inherit", "ignore"]) {
      const child = spawn("/bin/sleep", ["600"], { detached: true, stdio, argv0: `zoo-linger-${target("tag")}` });
      child.on("error", () => {});
      child.unref();
    }
  },
});
