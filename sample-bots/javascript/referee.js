"use strict";
// The bot's side of the referee's protocol: play() asks your choose(turn) for moves.
// Needs only Node 18 or later. You don't need to change this file.

const readline = require("node:readline");

/** The keys in JSON of the words that have no key in text. */
const WORDS = {
  game: ["game"],
  state: ["state"],
  legal: ["moves"],
  played: ["seat", "move"],
  chance: ["seat", "outcome"],
  out: ["seat"],
  error: ["reason", "text"],
};

/** The information that a bot has when it is to move. Each game begins with a new one. */
class Turn {
  constructor(game = "", options = {}) {
    this.game = game; // the game's name, such as "onitama"
    this.options = options; // all pairs of the game line
    this.seat = options.seat ?? "A"; // your letter
    this.seats = options.seats ?? "AB"; // the letters of all players
    this.random = generator(options.seed ?? 1); // like Math.random, but the same for one seed
    this.state = ""; // the state line: the whole position
    this.view = null; // the state as JSON, if play was called with view
    this.legal = []; // the legal moves
    this.clock = {}; // the pairs of the go line, such as move_ms
    this.happened = []; // moves and dice since your last turn
    this.asked = performance.now(); // when go was read
    this.remarks = {}; // collected by info, mark and arrow
  }

  /** An element of a list, each with the same probability. */
  pick(list) {
    return list[Math.floor(this.random() * list.length)];
  }

  /** Milliseconds since go was read. */
  elapsedMs() {
    return performance.now() - this.asked;
  }

  /** Milliseconds left for this move or, with a clock for the game, on that clock. */
  leftMs() {
    const { move_ms, clock_ms, cap_ms } = this.clock;
    return (move_ms ?? clock_ms ?? cap_ms ?? Infinity) - this.elapsedMs();
  }

  /** Add a remark to the next move: info({ depth: 6, score: 1.5, text: "hm" }). */
  info(pairs) {
    Object.assign(this.remarks, pairs);
  }

  /** Mark squares on the board that viewers draw: mark("e4", "e5"). */
  mark(...squares) {
    (this.remarks.mark ??= []).push(...squares);
  }

  /** Draw an arrow from square to square: arrow("d1", "d2"). */
  arrow(start, target) {
    (this.remarks.arrow ??= []).push(start + target);
  }
}

/**
 * Talk to the referee until quit or the end of the input.
 * choose returns a move or a promise of it, or null to resign.
 * With { view: true } the referee is asked for JSON.
 */
async function play(choose, name, { view = false } = {}) {
  let turn = new Turn();
  const lines = readline.createInterface({ input: process.stdin });
  for await (let line of lines) {
    line = line.trim();
    if (view && line.startsWith("{")) {
      const { view: seen, ...message } = JSON.parse(line);
      turn.view = seen ?? turn.view;
      line = asText(message);
    }
    const [keyword, ...words] = line.split(/\s+/);
    if (keyword === "hello") {
      say(view ? `ready ${name} json=on` : `ready ${name}`);
    } else if (keyword === "game") {
      turn = new Turn(words[0], pairs(words));
    } else if (keyword === "state") {
      turn.state = words.join(" ");
      turn.legal = [];
    } else if (keyword === "legal") {
      turn.legal = words;
    } else if (["played", "chance", "out"].includes(keyword)) {
      turn.happened.push(line);
    } else if (keyword === "go") {
      turn.asked = performance.now();
      turn.clock = pairs(words);
      turn.remarks = {};
      const move = await choose(turn);
      const remarks = Object.entries(turn.remarks);
      if (remarks.length > 0) say(`info ${remarks.map(asPair).join(" ")}`);
      say(move ? `move ${move}` : "resign");
      turn.happened = [];
    } else if (keyword === "error") {
      console.error(words.join(" ")); // an error message
    } else if (keyword === "quit") {
      break;
    }
    // The result and unknown keywords need no answer.
  }
  process.stdin.destroy(); // or Node would wait for the input's end
}

/** Write a line; Node doesn't buffer it. */
function say(line) {
  process.stdout.write(line + "\n");
}

/** Pick the key=value pairs out of the words of a line. */
function pairs(words) {
  const found = words.map((word) => word.split("=")).filter((pair) => pair[1]);
  return Object.fromEntries(
    found.map(([key, value]) => [
      key,
      /^\d+$/.test(value) ? Number(value) : value,
    ]),
  );
}

/** A pair of an info line; lists are joined by commas, blanks need quotation marks. */
function asPair([key, value]) {
  const text = String(value).trim().replace(/\s+/g, " ").replaceAll('"', "'");
  return text.includes(" ") ? `${key}="${text}"` : `${key}=${text}`;
}

/** Convert a JSON message to the line of text with the same meaning. */
function asText({ type, ...rest }) {
  const keys = WORDS[type] ?? [];
  const words = keys.flatMap((key) => rest[key] ?? []);
  const others = Object.entries(rest).filter(([key]) => !keys.includes(key));
  return [type, ...words, ...others.map(asPair)].join(" ");
}

/** Random numbers from 0 to 1 that follow from a seed (the generator is called mulberry32). */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

module.exports = { play, Turn };
