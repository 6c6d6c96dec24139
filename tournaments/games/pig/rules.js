"use strict";
// Answers the referee's questions about a game (docs/rules.md) by the methods of a class of
// positions; pig.js is an example.

const CHANGES = ["chance", "play", "withdraw"];
const OPTIONAL = ["chance", "explain", "view", "withdraw"]; // a class has those that it needs

/** Answers each line until quit. An error that a method throws is the answer, too. */
function serve(Position) {
  let position = Position.start({});
  let unfinished = "";
  process.stdin.setEncoding("utf8").on("data", (text) => {
    const lines = (unfinished + text).split("\n");
    unfinished = lines.pop();
    for (const line of lines) {
      const word = line.trim().split(" ")[0];
      const rest = line.trim().slice(word.length + 1);
      if (word === "quit") process.exit();
      let answer;
      try {
        const next = changed(Position, position, word, rest);
        answer = next ? told(next) : said(position, word, rest);
        position = next ?? position;
      } catch (error) {
        answer = `error ${String(error?.message ?? error).replace(/\s+/g, " ")}`;
      }
      process.stdout.write(`${answer}\n`); // the whole answer in one write, which is faster
    }
  });
}

/** Returns the position behind a change, or null if the word is no change. */
function changed(Position, position, word, rest) {
  if (word === "new") return Position.start(options(rest));
  if (word === "state") return Position.read(rest);
  if (word === "play" && !position.legal().includes(rest)) throw new Error("illegal-move");
  return CHANGES.includes(word) && word in position ? position[word](rest) : null;
}

/** Returns the lines that tell a position. */
function told(position) {
  const [seats, turn] = [position.seats?.(), position.turn()];
  const lines = [`state ${position.line()}`];
  if (seats) lines.push(`seats ${seats}`);
  lines.push(`turn ${turn}`);
  if (turn.startsWith("seat")) lines.push(`legal ${position.legal().join(" ")}`);
  return lines.join("\n");
}

/** Returns the answer to a question, which changes nothing. */
function said(position, word, rest) {
  const able = OPTIONAL.filter((optional) => optional in position);
  if (word === "hello") return ["ready", ...able].join(" ");
  if (!able.includes(word)) throw new Error("unknown question");
  return `${word} ${position[word](rest)}`;
}

/** Reads options `KEY=VALUE …`. */
function options(text) {
  const pairs = text.split(" ").filter(Boolean).map((word) => word.split("="));
  if (pairs.some((pair) => pair.length !== 2)) throw new Error("expected options KEY=VALUE");
  return Object.fromEntries(pairs);
}

module.exports = { serve };
