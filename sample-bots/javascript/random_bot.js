"use strict";
// Plays any game by random legal moves. Write your own choose(), and it is your bot.

const { play } = require("./referee");

/** Return one of turn.legal; null resigns. */
function choose(turn) {
  // There are no legal moves only if the tournament says legal=off.
  if (turn.legal.length === 0) return null;
  return turn.pick(turn.legal);
}

play(choose, "javascript-random");
