// The honest part of the zoo's bots in JavaScript, and what their attacks share.
const fs = require("fs");
const readline = require("readline");

let escape = "";

// Says what got through: on stderr at once, and by resigning at its next turn.
function escaped(what) {
  fs.writeSync(2, `ESCAPED ${what}\n`);
  escape = escape || String(what);
}

// A call that must fail, with an exception or by a promise.
async function denied(what, attack) {
  try {
    await attack();
  } catch {
    return;
  }
  escaped(what);
}

// Something in the file of targets beside the bot, or an empty string.
function target(key) {
  const line = fs.readFileSync("targets", "utf8").split("\n").find((l) => l.startsWith(key + " "));
  return line ? line.slice(key.length + 1) : "";
}

// A promise that fails if another isn't kept in time.
const within = (ms, promise) =>
  Promise.race([promise, new Promise((_, no) => setTimeout(no, ms, new Error("late")))]);

// Whole writes, also where the pipe is full.
function say(text) {
  let data = Buffer.from(text + "\n");
  while (data.length) {
    try {
      data = data.subarray(fs.writeSync(1, data));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

// Plays the first legal move each turn; `hello` and `go` are done just before the answer.
async function play({ hello, go } = {}) {
  let legal = "";
  let turn = 0;
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [word, ...rest] = line.trim().split(" ");
    if (word === "hello") {
      if (hello) await hello();
      say("ready");
    } else if (word === "legal") {
      legal = rest[0];
    } else if (word === "go") {
      turn += 1;
      if (go) await go(turn, legal);
      say(escape ? `info ESCAPED ${escape}\nresign` : `move ${legal}`);
    } else if (word === "quit") {
      process.exit(0);
    }
  }
}

module.exports = { escaped, denied, target, within, say, play };
