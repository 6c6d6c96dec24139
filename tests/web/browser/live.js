// A run in the browser while it goes on: boards and tables follow it in all tabs, by one stream of events.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countShifts, looks, newContext, openToAll, SIZES, until } from './pages.js';
import { CHEAP, REFEREE, referee } from './runs.js';
import { suite } from './suite.js';

// More than are played while eight tabs are looked at on a slow machine.
const ROUNDS = 12;
const GAMES = 6 * ROUNDS;
const CUP = `game = "onitama"
rounds = ${ROUNDS}
seed = 7
start = "deal"
concurrency = 1
restart = "never"
${CHEAP}
[[bots]]
name = "ann"
run = ["python3", "think.py"]
[[bots]]
name = "bob"
bot = "house:greedy"
[[bots]]
name = "cleo"
bot = "house:random"
`;
// One thinks for as long as a file says \`held\`, and long enough to be watched while it says \`slow\`.
const think = (file) => `import sys, time
def pace():
    with open(${JSON.stringify(file)}) as own: return own.read()
print('ready', flush=True)
for line in sys.stdin:
    word = line.split()
    if word[0] == 'legal': legal = word[1:]
    if word[0] == 'go':
        while pace() == 'held': time.sleep(0.02)
        if pace() == 'slow': time.sleep(0.3)
        print('info text="<img src=x onerror=alert(1)>"', flush=True)
        print('move', legal[0], flush=True)
    if word[0] == 'quit': break
`;

const { before, after, test } = suite('a run that goes on');

let folder;
let run;
let url;

const pace = (word) => writeFileSync(join(folder, 'pace'), word);

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'referee-live-'));
  pace('held');
  writeFileSync(join(folder, 'think.py'), think(join(folder, 'pace')));
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
  const ended = run?.exitCode === null && new Promise((done) => { run.on('exit', done); });
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

const played = (page) => page.$eval('#progress progress', (bar) => bar.value);
const later = (page, than) => until(page, (before) => document.querySelector('#progress progress').value > before, than);
// What stands on the first board, once it isn't what stood there before.
const board = (page, before) => until(page, (before) => {
  const now = [...document.querySelectorAll('#boards .small:not([hidden]) [data-square]')].map((cell) => cell.getAttribute('aria-label')).join();
  return now !== before && now;
}, before);

test('eight tabs follow the run by one stream', async () => {
  const context = await newContext({ viewport: SIZES.projector });
  const pages = [];
  for (let n = 0; n < 8; n++) pages.push(await tab(context, n === 7 ? '1/tv' : '1/'));
  const streams = await Promise.all(pages.map((page) => page.evaluate(() =>
    performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('/events')).length)));
  assert.ok(streams.reduce((sum, own) => sum + own, 0) <= 1, `streams of the tabs: ${streams}`);
  // Boards change ply by ply, tables with each game.
  const first = await Promise.all(pages.map((page) => board(page)));
  pace('slow');
  await Promise.all(pages.map((page, n) => board(page, first[n])));
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
  await board(pages[1]);
  for (const page of pages.slice(1)) assert.deepEqual(page.trouble, []);
  await context.close();
});

test('what is read stays where it is while a run goes on', async () => {
  pace('slow');
  for (const viewport of Object.values(SIZES)) {
    const context = await newContext({ viewport });
    await countShifts(context);
    const page = await tab(context);
    await board(page);
    const count = await played(page);
    await later(page, count);
    const moved = await page.evaluate(() => globalThis.moved);
    assert.ok(moved < 0.05, `${viewport.width}: ${moved}`);
    await context.close();
  }
});

test('a game in play is opened from its card, and becomes its replay', async () => {
  const context = await newContext({ viewport: SIZES.projector });
  const page = await tab(context);
  let number;
  // The move that one of those who think is about to make may still end its game.
  for (let inPlay = false; !inPlay;) {
    pace('slow');
    await board(page);
    pace('held');
    number = await until(page, () => {
      const card = [...document.querySelectorAll('#boards .small:not([hidden])')].find(({ textContent }) => textContent.includes('ann') && !textContent.includes('ended'));
      return card?.querySelector('a').textContent;
    });
    await page.click(`#boards .small:not([hidden]) a:text-is("${number}")`);
    await until(page, () => document.querySelector('#game-view [data-square]'));
    inPlay = await page.$('#game-view .small') !== null;
    if (!inPlay) await page.goto(`${url}1/`);
  }
  assert.equal(await page.textContent('h1'), number);
  pace('free');
  await until(page, () => document.querySelector('#game-view .viewer [data-square]'));
  assert.match(await page.textContent('h1'), new RegExp(`^${number}: A `));
  assert.deepEqual(page.trouble, []);
  await context.close();
});

test('at the end the page says what the terminal says', async () => {
  const context = await newContext({ viewport: SIZES.phone });
  const page = await tab(context);
  pace('free');
  const ranks = () => page.$$eval('#standings table', ([table]) => [...table.tBodies[0].rows].map((row) => Number(row.cells[0].textContent)));
  for (let all = false; !all;) {
    const count = await played(page);
    const now = await ranks();
    assert.deepEqual(now, now.toSorted((a, b) => a - b));
    all = await until(page, ([count, games]) => {
      const { value } = document.querySelector('#progress progress');
      return value === games ? 'all' : value > count && 'more';
    }, [count, GAMES]) === 'all';
  }
  const read = () => page.$$eval('#standings table', ([table]) => [...table.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent)));
  await until(page, (games) => document.querySelector('#standings tbody tr td:nth-child(4)')?.textContent === String(games), 4 * ROUNDS);
  const lines = (await referee('standings', join(folder, 'cup.db'), '--wide')).split('\n').map((line) => line.trim().split(/ +/));
  for (const row of await read()) {
    const line = lines.find((one) => one[1] === row[1]);
    assert.deepEqual(line?.slice(0, 7), row.slice(0, 7));
  }
  // Nothing is in play any more, and what is shown is what a fresh page shows.
  await until(page, () => !document.querySelector('#boards .small:not([hidden])'));
  const live = await read();
  await page.reload();
  assert.deepEqual(await read(), live);
  assert.deepEqual(page.trouble, []);
  await context.close();
});

test('nobody is kept out', async () => {
  for (const { told, pages, ...look } of looks(['1/', '1/tv', '1/games', '1/game/2', '1/nothing'])) {
    const context = await newContext(look);
    const page = await context.newPage();
    for (const path of pages) {
      await page.goto(url + path);
      await openToAll(page, `${path} ${told}`, () => path.includes('game/') && page.waitForSelector('#game-view [role=gridcell]'));
    }
    await context.close();
  }
});
