// tries: nothing; it thinks with two worker threads and shared memory
// must:  it plays to the end
// expect: plays
const { Worker, isMainThread, parentPort } = require("worker_threads");

if (!isMainThread) {
  parentPort.on("message", (shared) => {
    Atomics.add(new Int32Array(shared), 0, 21);
    parentPort.postMessage("done");
  });
} else {
  const workers = [0, 1].map(() => new Worker(__filename));
  require("./zoo").play({
    async go() {
      const shared = new SharedArrayBuffer(4);
      await Promise.all(workers.map((worker) => {
        worker.postMessage(shared);
        return new Promise((yes) => worker.once("message", yes));
      }));
      if (new Int32Array(shared)[0] !== 42) process.exit(9);
    },
  });
}
