"use strict";
// Plays Connect Four: looks a few moves ahead, and among equal moves prefers the centre.

const DEPTH = 4;
const OTHER = { A: "B", B: "A" };

/** Puts a disc into column x; returns its row, counted from the top. */
function drop(rows, x, player) {
  const y = rows.findLastIndex((row) => row[x] === ".");
  rows[y][x] = player;
  return y;
}

/** Whether the disc at (x, y) stands in a line of four. */
function wins(rows, x, y) {
  const count = (dx, dy) => {
    let n = 0;
    while (rows[y + (n + 1) * dy]?.[x + (n + 1) * dx] === rows[y][x]) n += 1;
    return n;
  };
  const ways = [[1, 0], [0, 1], [1, 1], [1, -1]];
  return ways.some(([dx, dy]) => count(dx, dy) + count(-dx, -dy) >= 3);
}

/** The value of a move for its player: positive if it leads to a win, the larger the sooner. */
function value(rows, x, player, depth) {
  const y = drop(rows, x, player);
  let best = 0;
  if (wins(rows, x, y)) {
    best = depth;
  } else if (depth > 1) {
    const replies = columns(rows).map((reply) => value(rows, reply, OTHER[player], depth - 1));
    if (replies.length > 0) best = -Math.max(...replies);
  }
  rows[y][x] = ".";
  return best;
}

/** The columns with an empty square, from the centre outwards. */
function columns(rows) {
  const centre = (rows[0].length - 1) / 2;
  const open = [...rows[0].keys()].filter((x) => rows[0][x] === ".");
  return open.sort((a, b) => Math.abs(a - centre) - Math.abs(b - centre));
}

function choose(state) {
  const [board, me] = state.split(" ");
  const rows = board.split("/").map((row) => [...row]);
  const values = new Map(columns(rows).map((x) => [x, value(rows, x, me, DEPTH)]));
  const best = Math.max(...values.values());
  return "abcdefghi"[[...values.keys()].find((x) => values.get(x) === best)];
}

let state;
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, ...rest] = line.trim().split(" ");
  if (word === "hello") process.stdout.write("ready four-js\n");
  else if (word === "state") state = rest.join(" ");
  else if (word === "go") process.stdout.write(`move ${choose(state)}\n`);
  else if (word === "quit") process.exit();
});
