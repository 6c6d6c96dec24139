// tries: buffers outside of the heap, far beyond its limit
// must:  it gets no more than its limit, or is killed for it
// expect: held | loses memory | loses timeout
// off: escapes
const { escaped, play, target } = require("./zoo");

function attack() {
  const blocks = [];
  const most = 1.5 * +target("memory_mib");
  try {
    while (blocks.length * 64 < most) blocks.push(Buffer.alloc(64 << 20, 1));
  } catch {
    return;
  }
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200);
  escaped(`${most} MiB`);
}

play({ go: (turn) => turn === 1 && attack() });
