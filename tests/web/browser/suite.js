// Suites of tests, each told in a file of its own and run by `all.test.js`: all in one process, since they share
// one browser and what was played for them.

export const suites = [];

// A suite by this name; its tests run one after the other, beside those of other suites.
export function suite(name) {
  const own = { name, before: [], after: [], tests: [] };
  suites.push(own);
  return {
    before: (act) => own.before.push(act),
    after: (act) => own.after.push(act),
    test: (...words) => own.tests.push(words),
  };
}
