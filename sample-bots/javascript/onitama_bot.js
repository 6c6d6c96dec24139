"use strict";
// Plays Onitama and looks one move ahead: it takes a win, avoids a loss, and prefers captures. It
// plays other games by random legal moves.

const { play } = require("./referee");

const BASES = { A: "e3", B: "a3" };
const WALL = { u: [-1, 0], l: [0, -1], d: [1, 0], r: [0, 1] };

/** Sort the legal moves into better and worse ones, and choose one of the best. */
function choose(turn) {
  if (turn.legal.length === 0) return null;
  if (turn.game !== "onitama") return turn.pick(turn.legal);
  const position = new Position(turn.state);
  const wins = turn.legal.filter((move) => position.wins(move));
  const safe = turn.legal.filter((move) => !position.exposes(move));
  const captures = safe.filter((move) => position.captures(move));
  const choices = [wins, captures, safe, turn.legal];
  const best = choices.find((moves) => moves.length > 0);
  const move = turn.pick(best);
  const { start, target } = parts(move);
  // XX: no pawn can move.
  if (start !== "XX") turn.arrow(start, target);
  const odds = `${safe.length} of ${turn.legal.length} are safe`;
  turn.info({ text: best === wins ? "a win" : odds });
  return move;
}

/** The fields of a state line. The board is a map from squares such as "e3" to pieces. */
class Position {
  constructor(state) {
    const [board, me, , a1, a2, b1, b2] = state.split(" ");
    this.board = new Map();
    [...board.replaceAll("/", "")].forEach((piece, i) => {
      this.board.set("abcde"[Math.floor(i / 5)] + ((i % 5) + 1), piece);
    });
    this.me = me;
    this.rival = me === "A" ? "B" : "A";
    // My move changes only my own cards, not the opponent's.
    const cards = me === "A" ? [b1, b2] : [a1, a2];
    this.replies = cards.flatMap((card) => steps(card, this.rival));
  }

  /** Whether the move wins: by capturing the general or entering the opponent's base. */
  wins(move) {
    const { start, target } = parts(move);
    const enters =
      this.board.get(start) === this.me && target === BASES[this.rival];
    return enters || this.board.get(target) === this.rival;
  }

  /** Whether the move captures a pawn. */
  captures(move) {
    return this.board.get(parts(move).target) === this.rival.toLowerCase();
  }

  /** Whether the opponent can win with its next move. */
  exposes(move) {
    const board = this.after(move);
    const pawns = [...board].filter(
      ([, piece]) => piece.toUpperCase() === this.rival,
    );
    return pawns.some(([square, pawn]) =>
      this.replies.some((step) => {
        const target = shifted(square, step);
        // The opponent's own soldier may block the base.
        const free = board.get(target) !== this.rival.toLowerCase();
        const enters = pawn === this.rival && target === BASES[this.me] && free;
        return enters || board.get(target) === this.me;
      }),
    );
  }

  /** The board after a move, including the wall's step. */
  after(move) {
    const { start, target, wall } = parts(move);
    const board = new Map(this.board);
    if (start !== "XX") board.set(target, board.get(start)).set(start, ".");
    if (wall !== "s") {
      const [old] = [...board].find(([, piece]) => piece === "W");
      const next = shifted(old, WALL[wall]);
      // A soldier of this player changes places with the wall.
      board.set(old, board.get(next)).set(next, "W");
    }
    return board;
  }
}

/** The parts of a move such as 1e4d3r. */
function parts(move) {
  return { start: move.slice(1, 3), target: move.slice(3, 5), wall: move[5] };
}

/** The steps (down, right) on a card; B sees its cards turned by 180 degrees. */
function steps(card, holder) {
  const cells = card.replaceAll("/", "");
  const pawn = cells.indexOf("o");
  const sign = holder === "A" ? 1 : -1;
  const targets = [...cells.matchAll(/x/g)].map((match) => match.index);
  return targets.map((x) => [
    sign * (Math.floor(x / 5) - Math.floor(pawn / 5)),
    sign * ((x % 5) - (pawn % 5)),
  ]);
}

/** The square after a step; beyond the edge it has a name that no square has. */
function shifted(square, [down, right]) {
  const row = String.fromCharCode(square.charCodeAt(0) + down);
  return row + (Number(square[1]) + right);
}

play(choose, "javascript-onitama");
