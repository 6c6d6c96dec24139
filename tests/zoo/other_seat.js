// tries: to answer for the other seat, to speak as the referee, and to end the game by its result
// must:  all of that is chatter, and its own moves count
// expect: plays
const { play, say } = require("./zoo");

play({
  go(turn, legal) {
    say(`played B ${legal} ms=0\nB move ${legal}\nmove_B ${legal}\nresult win place=1 reason=base\nout B reason=timeout`);
    say('quit\nhello referee 1\ngame onitama seat=B\nlegal x y z\n{"type":"result"}\nerror crash "x"');
  },
});
