"use strict";
// Pig, for three seats. A player rolls as often as it dares: each roll counts its points, but a
// one loses those of the whole turn. Hold keeps them. Whoever comes to the goal first wins.
//
// A state line such as `A:12,B:0,C:31 B 7 - 50 990` holds the points that each seat has kept, the
// player, the points of this turn, `die` if the die is to be cast, the goal, and the moves left.

const { serve } = require("./rules");

const SEATS = ["A", "B", "C"];
const MOVES = 1000; // as in game.toml
const LINE = /^((?:[ABC]:\d{1,3},?)+) ([ABC]) (\d{1,3}) (die|-) (\d{1,3}) (\d{1,4})$/;

class Pig {
  /** Takes kept (points by seat), player, points, die (true or false), goal and left. */
  constructor(fields) {
    Object.assign(this, fields);
    this.playing = SEATS.filter((seat) => seat in this.kept);
  }

  static start({ goal = "50", ...others }) {
    if (Object.keys(others).length > 0) throw new Error("the only option is goal");
    return Pig.read(`A:0,B:0,C:0 A 0 - ${goal} ${MOVES}`);
  }

  static read(line) {
    const found = LINE.exec(line);
    if (!found) throw new Error("expected a line such as A:12,B:0,C:31 B 7 - 50 990");
    const [, sums, player, , die] = found;
    const [points, goal, left] = [found[3], found[5], found[6]].map(Number);
    const pairs = sums.split(",").map((sum) => [sum[0], Number(sum.slice(2))]);
    const kept = Object.fromEntries(pairs);
    const position = new Pig({ kept, player, points, die: die === "die", goal, left });
    position.check(line);
    return position;
  }

  /** Refuses what no game comes to, and numbers that line() would write otherwise. */
  check(line) {
    const { kept, player, points, goal, left } = this;
    if (this.line() !== line) throw new Error(`expected ${this.line()}`);
    if (!(player in kept)) throw new Error(`expected points of the player, ${player}`);
    if (goal < 10 || goal > 200) throw new Error("goal: expected 10 to 200");
    if (left > MOVES) throw new Error(`expected at most ${MOVES} moves left`);
    const most = Math.max(...Object.values(kept));
    if (most > goal + 5 || (points > 0 && kept[player] + points >= goal)) {
      throw new Error("expected fewer points: the game ends at the goal");
    }
  }

  line() {
    const sums = this.playing.map((seat) => `${seat}:${this.kept[seat]}`).join(",");
    const die = this.die ? "die" : "-";
    return `${sums} ${this.player} ${this.points} ${die} ${this.goal} ${this.left}`;
  }

  /** The seats that play, if some have left. */
  seats() {
    return this.playing.length < SEATS.length ? this.playing.join("") : "";
  }

  turn() {
    const reason = this.reason();
    if (reason) return `over ${this.places()} reason=${reason}`;
    // Six outcomes, each with the weight 1.
    return this.die ? `chance ${this.player} 1:1 2:1 3:1 4:1 5:1 6:1` : `seat ${this.player}`;
  }

  /** Why the game is over, or "". The die is still cast after the last move. */
  reason() {
    if (this.playing.some((seat) => this.kept[seat] >= this.goal)) return "goal";
    if (this.playing.length === 1) return "alone";
    return this.left === 0 && !this.die ? "plies" : "";
  }

  /** Places by points, and the points, of those who play. Equal points share a place. */
  places() {
    const { kept, playing } = this;
    const place = (seat) => 1 + playing.filter((other) => kept[other] > kept[seat]).length;
    const places = playing.map((seat) => `${seat}=${place(seat)}`).join(" ");
    return `${places} score=${playing.map((seat) => `${seat}:${kept[seat]}`).join(",")}`;
  }

  legal() {
    return this.turn().startsWith("seat") ? ["roll", "hold"] : [];
  }

  play(move) {
    const next = new Pig({ ...this, left: this.left - 1 });
    return move === "hold" ? next.passOn(this.points) : new Pig({ ...next, die: true });
  }

  chance(outcome) {
    if (!this.turn().startsWith("chance")) throw new Error("no die is to be cast");
    if (!/^[1-6]$/.test(outcome)) throw new Error("expected 1 to 6");
    if (outcome === "1") return this.passOn(0);
    const points = this.points + Number(outcome);
    const enough = this.kept[this.player] + points >= this.goal;
    return enough ? this.passOn(points) : new Pig({ ...this, points, die: false });
  }

  withdraw(seat) {
    const plays = !this.reason() && this.playing.includes(seat);
    if (!plays) throw new Error("expected a seat that plays");
    const next = seat === this.player ? this.passOn(0) : this;
    const kept = { ...next.kept };
    delete kept[seat];
    return new Pig({ ...next, kept });
  }

  /** Ends the turn: the player keeps these points, and the next one is on turn. */
  passOn(points) {
    const kept = { ...this.kept, [this.player]: this.kept[this.player] + points };
    const after = this.playing.indexOf(this.player) + 1;
    const player = this.playing[after % this.playing.length];
    return new Pig({ ...this, kept, player, points: 0, die: false });
  }

  explain(move) {
    return this.legal().includes(move) ? "legal" : "a player rolls or holds, when it is on turn";
  }

  view() {
    const { kept, player, points, goal, left } = this;
    return JSON.stringify({ kept, player, points, goal, left });
  }
}

serve(Pig);
