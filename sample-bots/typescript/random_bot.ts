// Plays any game by random legal moves. Write your own choose(), and it is your bot.

import { play, Turn } from "./referee";

/** Return one of turn.legal; null resigns. */
function choose(turn: Turn): string | null {
  // There are no legal moves only if the tournament says legal=off.
  if (turn.legal.length === 0) return null;
  return turn.pick(turn.legal);
}

play(choose, "typescript-random");
