// A run in the browser while it goes on: boards and tables follow it in all tabs, by one stream of events.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, openToAll, SIZES, spared } from './pages.js';
import { REFEREE, referee } from './runs.js';

// More than are played while eight tabs open on a slow machine.
const ROUNDS = 40;
const GAMES = 6 * ROUNDS;
const CUP = `game = "onitama"
rounds = ${ROUNDS}
seed = 7
start = "deal"
concurrency = 1
time = { move_ms = 1000 }
[[bots]]
name = "ann"
read = ["think.py", "pace"]
run = ["python3", "think.py", "{folder}/pace/slow"]
[[bots]]
name = "bob"
bot = "house:greedy"
[[bots]]
name = "cleo"
bot = "house:random"
`;
// One thinks long enough to be watched, until nobody needs to.
const THINK = `import os, sys, time
print('ready', flush=True)
for line in sys.stdin:
    word = line.split()
    if word[0] == 'legal': legal = word[1:]
    if word[0] == 'go':
        if os.path.exists(sys.argv[1]): time.sleep(0.2)
        print('info text="<img src=x onerror=alert(1)>"', flush=True)
        print('move', legal[0], flush=True)
    if word[0] == 'quit': break
`;

let browser;
let folder;
let run;
let url;

before(async () => {
  browser = await launch();
  folder = mkdtempSync(join(tmpdir(), 'referee-live-'));
  writeFileSync(join(folder, 'think.py'), THINK);
  mkdirSync(join(folder, 'pace'));
  writeFileSync(join(folder, 'pace', 'slow'), '');
  writeFileSync(join(folder, 'cup.toml'), CUP);
  run = spawn(REFEREE, ['run', join(folder, 'cup.toml'), '--listen', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  url = await new Promise((found, failed) => {
    let said = '';
    run.stderr.on('data', (part) => {
      said += part;
      const pages = /^pages: (http:\S+)/m.exec(said);
      if (pages) found(pages[1]);
    });
    run.on('exit', () => failed(new Error(said)));
  });
});

after(async () => {
  await browser?.close();
  const ended = run && new Promise((done) => { run.on('exit', done); });
  run?.kill('SIGINT');
  await ended;
  if (folder) rmSync(folder, { recursive: true });
});

// A tab in which nothing may go wrong.
async function tab(context, path = '1/') {
  const page = await context.newPage();
  page.trouble = [];
  page.on('pageerror', (error) => page.trouble.push(error.message));
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && page.trouble.push(message.text()));
  page.on('dialog', (dialog) => page.trouble.push(dialog.message()));
  await page.goto(url + path);
  return page;
}

const pause = (ms) => new Promise((go) => { setTimeout(go, ms); });

async function until(page, holds, argument, seconds = 60) {
  for (let tries = 0; tries < seconds * 20; tries++) {
    const found = await page.evaluate(holds, argument);
    if (found) return found;
    await pause(50);
  }
  return assert.fail(`not so within ${seconds} s: ${holds} ${argument}`);
}

const played = (page) => page.$eval('#progress progress', (bar) => bar.value);
const later = (page, than) => until(page, (before) => document.querySelector('#progress progress').value > before, than);
// What stands on the first board.
const board = () => [...document.querySelectorAll('#boards .small:not([hidden]) [data-square]')].map((cell) => cell.getAttribute('aria-label')).join();

test('eight tabs follow the run by one stream', async () => {
  const context = await browser.newContext({ viewport: SIZES.projector });
  const pages = [];
  for (let n = 0; n < 8; n++) pages.push(await tab(context, n === 7 ? '1/tv' : '1/'));
  const streams = await Promise.all(pages.map((page) => page.evaluate(() =>
    performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('/events')).length)));
  assert.ok(streams.reduce((sum, own) => sum + own, 0) <= 1, `streams of the tabs: ${streams}`);
  for (const page of pages) {
    // Boards change ply by ply, tables with each game.
    const before = await until(page, board);
    await until(page, (was) => {
      const now = [...document.querySelectorAll('#boards .small:not([hidden]) [data-square]')].map((cell) => cell.getAttribute('aria-label')).join();
      return now && now !== was;
    }, before);
  }
  const counts = await Promise.all(pages.map(played));
  await Promise.all(pages.map((page, n) => later(page, counts[n])));

  // The tab that reads is closed: another one reads on.
  await pages[0].close();
  const count = await played(pages[1]);
  await Promise.all(pages.slice(1).map((page) => later(page, count)));

  // One that isn't looked at stops reading, and goes on when it is.
  const look = (hidden) => pages[2].evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
  await look(true);
  const seen = await played(pages[2]);
  await later(pages[3], await played(pages[3]));
  assert.equal(await played(pages[2]), seen);
  await look(false);
  await later(pages[2], seen);

  // A reload in the middle shows everything again.
  await pages[1].reload();
  await until(pages[1], board);
  for (const page of pages.slice(1)) assert.deepEqual(page.trouble, []);
  await context.close();
});

test('at the end the page says what the terminal says', async () => {
  const context = await browser.newContext({ viewport: SIZES.phone });
  const page = await tab(context);
  rmSync(join(folder, 'pace', 'slow'));
  await until(page, (games) => document.querySelector('#progress progress').value === games, GAMES, 120);
  const read = () => page.$$eval('#standings table', ([table]) => [...table.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent)));
  await until(page, (games) => document.querySelector('#standings tbody tr td:nth-child(4)')?.textContent === String(games), 4 * ROUNDS);
  const lines = referee('standings', join(folder, 'cup.db'), '--wide').split('\n').map((line) => line.trim().split(/ +/));
  for (const row of await read()) {
    const line = lines.find((one) => one[1] === row[1]);
    assert.deepEqual(line?.slice(0, 7), row.slice(0, 7));
  }
  // Nothing is in play any more, and what is shown is what a fresh page shows.
  await until(page, () => !document.querySelector('#boards .small'));
  const live = await read();
  await page.reload();
  assert.deepEqual(await read(), live);
  assert.deepEqual(page.trouble, []);
  await context.close();
});

test('nobody is kept out', async () => {
  for (const colorScheme of ['light', 'dark']) {
    for (const [name, viewport] of Object.entries(SIZES)) {
      if (spared(name, colorScheme)) continue;
      const context = await browser.newContext({ colorScheme, viewport });
      for (const path of ['1/', '1/tv', '1/games', '1/game/2', '1/nothing']) {
        const page = await context.newPage();
        await page.goto(url + path);
        await openToAll(page, `${path} ${name} ${colorScheme}`);
        await page.close();
      }
      await context.close();
    }
  }
});
