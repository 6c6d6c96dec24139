// All tests of pages in a browser, with one browser and with runs that are played once.

import { availableParallelism } from 'node:os';
import { after, before, describe, test } from 'node:test';
// Those that take longest begin first.
import './play.js';
import './draft.js';
import './finished.js';
import './live.js';
import './report.js';
import { close, endServers } from './pages.js';
import { removeRuns } from './runs.js';
import { suites } from './suite.js';

// They wait for each other's answers, so there is work for more than there are cores.
describe('pages in a browser', { concurrency: availableParallelism() + 1 }, () => {
  after(async () => {
    await close();
    await endServers();
    await removeRuns();
  });
  for (const own of suites) {
    describe(own.name, { concurrency: 1 }, () => {
      for (const act of own.before) before(act);
      for (const act of own.after) after(act);
      for (const words of own.tests) test(...words);
    });
  }
});
