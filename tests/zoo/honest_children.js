// tries: nothing; it lets children think, Node itself among them, by pipes and messages
// must:  it plays to the end
// expect: plays
const { execFileSync, fork } = require("child_process");
const { play } = require("./zoo");

if (process.argv[2] === "engine") {
  process.on("message", (n) => process.send(n * 7, () => process.exit(0)));
} else {
  play({
    async go(turn) {
      if (String(execFileSync("echo", ["engine"])) !== "engine\n") process.exit(9);
      if (turn > 1) return;
      const engine = fork(__filename, ["engine"]);
      engine.send(6);
      const answer = await new Promise((yes) => engine.once("message", yes));
      if (answer !== 42) process.exit(8);
    },
  });
}
