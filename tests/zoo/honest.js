// tries: nothing; it plays
// must:  it plays to the end
// expect: plays
require("./zoo").play();
