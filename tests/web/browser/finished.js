// Pages of finished runs in the browser: who met whom with the terminal's numbers, links to games, every game
// stepped through by keys, curves, and nobody kept out.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countShifts, drawn, EVERY_LOOK, looks, newContext, openToAll, serve, SIZES, stepped, until } from './pages.js';
import { CHEAP, REFEREE, referee, runs as playedRuns, squares } from './runs.js';
import { suite } from './suite.js';

const HOUSES = ['greedy', 'random', 'first'];
// Those that are seeded behind the others, with a name as long as names can be.
const NAMES = ['ann', 'bob', 'cleo', 'dan', 'a-bot-whose-name-is-as-long-as-can-be-12', 'eve', 'fay', 'gus', 'hal', 'ivy'];
const CUPS = {
  robin: 'game = "onitama"\nrounds = 2\nstart = "deal"', cup: 'game = "onitama"\nformat = "knockout"', double: 'game = "koolaamee"\nformat = "double-knockout"',
  swiss: 'game = "onitama"\nformat = "swiss"\nrounds = 3\nstart = "deal"', single: 'title = "One & only"\ngame = "onitama"\nformat = "swiss"\nrounds = 1\nswiss = { mirrored = false }',
  match: 'game = "koolaamee"\nformat = "match"\nmatch = { games = 4 }',
  dice: 'game = "cublino-contra"\nrounds = 1', crowd: 'game = "koolaamee"\nformat = "swiss"\nrounds = 1',
  test: 'game = "onitama"\nformat = "sprt"\nsprt = { elo0 = 0, elo1 = 400 }\nstart = "deal"',
  tuning: 'game = "koolaamee"\nformat = "tune"\ntune = { iterations = 2, pairs = 1, parameters = [{ name = "a", start = 0.3, min = 0, max = 1 }] }',
};
// The bots of a cup, where they aren't the usual five.
const FIELDS = { match: ['greedy', 'random'], dice: ['greedy', 'first'], single: ['greedy', 'random'], crowd: Array.from({ length: 10 }, () => 'random'), test: ['greedy', 'random'], tuning: ['tunable,a={a}'] };
// Greets and never moves: its run has no game.
const ABSENT = "import time\nprint('ready', flush=True)\ntime.sleep(600)\n";

const { before, after, test } = suite('pages of finished runs');

let folder;
let played;
let served;
const at = {};

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'referee-cups-'));
  const made = (name, settings, bots) => {
    const file = join(folder, `${name}.toml`);
    writeFileSync(file, `seed = 4\n${settings}\nrestart = "never"\n${CHEAP}${bots.map(([bot, what]) => `[[bots]]\nname = "${bot}"\n${what}\n`).join('')}`);
    return file;
  };
  const cups = Object.entries(CUPS).map(([name, settings]) => {
    const houses = FIELDS[name] ?? NAMES.slice(0, 5).map((_, i) => HOUSES[i % 3]);
    const bots = houses.map((house, i) => [NAMES[i], `bot = "house:${house}"`]);
    return referee('run', made(name, settings, bots));
  });
  mkdirSync(join(folder, 'absent'));
  writeFileSync(join(folder, 'absent', 'bot.py'), ABSENT);
  writeFileSync(join(folder, 'absent', 'bot.toml'), 'run = ["python3", "bot.py"]\n');
  const none = interrupted(made('none', 'game = "onitama"', [['slow', 'bot = "absent"'], ['late', 'bot = "absent"']]));
  [played] = await Promise.all([playedRuns(), none, ...cups]);
  const runs = [...played.map(({ game, run }) => [game, run]), ...[...Object.keys(CUPS), 'none'].map((name) => [name, join(folder, `${name}.db`)])];
  runs.forEach(([name, run], i) => { at[name] = { base: `/${i + 1}`, run }; });
  served = await serve('--listen', '0', ...runs.map(([, run]) => run));
});

after(async () => {
  for (const page of tabs.values()) await page.context().close();
  await served?.end();
  if (folder) rmSync(folder, { recursive: true });
});

// Ends a run as soon as its file is there, which is before its first game has ended.
function interrupted(file) {
  const run = spawn(REFEREE, ['run', file, '--listen', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((gone) => {
    let said = '';
    run.stderr.on('data', (part) => {
      said += part;
      if (/^pages: /m.test(said)) run.kill('SIGINT');
    });
    run.on('exit', gone);
  });
}

// A tab in which nothing may go wrong, and nothing is against its policy.
async function tab(look) {
  const page = await (await newContext(look)).newPage();
  page.trouble = [];
  page.on('pageerror', (error) => page.trouble.push(error.message));
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && page.trouble.push(message.text()));
  page.on('dialog', (dialog) => page.trouble.push(dialog.message()));
  return page;
}

const tabs = new Map();

// A page, in the tab of those that were looked at in the same way before: to open another takes longer than most tests.
async function visit(path, options = {}) {
  const look = { viewport: SIZES.projector, ...options };
  const key = JSON.stringify(look);
  if (!tabs.has(key)) tabs.set(key, await tab(look));
  const page = tabs.get(key);
  // From one ply of a game to another nothing would be loaded.
  await page.goto('about:blank');
  page.trouble = [];
  await page.goto(address(path));
  return page;
}

const address = (path) => served.url.replace(/\/$/, '') + path;

// The page of a run once the script has drawn it from what it heard.
async function live(name) {
  const page = await visit(`${at[name].base}/`);
  await until(page, () => document.querySelector('#standings > div:not([class])'));
  return page;
}

const report = async (name) => JSON.parse(await referee('standings', at[name].run, '--json'));

// What stands in each round: title, and the two of each meeting with their points and who won.
const rounds = (page) => page.$$eval('.round', (all) => all.map((round) => [
  round.querySelector('h4').textContent,
  [...round.querySelectorAll('.tie')].map((tie) => [...tie.querySelectorAll('.side')].map((side) => ({
    bot: side.children[0].textContent, points: side.querySelector('b').textContent.replace(' (won)', ''), won: side.classList.contains('won'),
  }))),
]));

const sum = (points) => points.split(', ').reduce((all, own) => all + Number(own), 0);

test('brackets and rounds have the points of the terminal', async () => {
  for (const name of ['cup', 'double', 'swiss']) {
    const page = await live(name);
    const { crosstable, standings } = await report(name);
    const all = await rounds(page);
    const met = new Map();
    for (const [, ties] of all) {
      for (const [a, b] of ties.filter((sides) => sides.every(({ points }) => points !== ''))) {
        for (const [one, other] of [[a, b], [b, a]]) {
          const key = `${one.bot} ${other.bot}`;
          met.set(key, (met.get(key) ?? 0) + sum(one.points));
        }
      }
    }
    assert.ok(met.size >= 8, name);
    for (const [key, points] of met) {
      const [row, column] = key.split(' ').map((bot) => crosstable.names.indexOf(bot));
      assert.equal(points, crosstable.cells[row][column].points, `${name}: ${key}`);
    }
    if (name === 'swiss') assert.deepEqual(all.map(([title]) => title), ['round 1', 'round 2', 'round 3']);
    else assert.equal(all.at(-1)[1][0].find(({ won }) => won).bot, standings[0].bot);
    assert.deepEqual(page.trouble, []);
    // Without the script the same stands there.
    const plain = await visit(`${at[name].base}/`, { javaScriptEnabled: false });
    assert.deepEqual(await rounds(plain), all);
  }
});

test('a page says what it heard last', async () => {
  const context = await newContext();
  await context.addInitScript(() => {
    globalThis.EventSource = class extends EventTarget {
      constructor() {
        super();
        globalThis.heard = (name, data) => this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
      }

      close() {}
    };
  });
  const page = await context.newPage();
  await page.goto(address(`${at.robin.base}/`));
  await until(page, () => Boolean(globalThis.heard));
  const tell = (title, cell) => page.evaluate(([title, cell]) => {
    const blocks = [{ table: { head: ['bot', 'points'], left: [0], rows: [['ann', cell]] } }];
    globalThis.heard('run', { title, lead: `The lead of ${title}.`, progress: { played: 1, of: 2, rest: '' }, faults: [], sections: [{ id: 'one', title: 'One', blocks }] });
    return [document.title, ...['h1', '.lead', '.idle'].map((own) => document.querySelector(own).textContent), ...[...document.querySelectorAll('#one td')].map((own) => own.className)];
  }, [title, cell]);
  const idle = 'No game is in play here.';
  assert.deepEqual(await tell('first', ['1', null, 3]), ['first', 'first not over', 'The lead of first.', idle, 'name', 'heat-3']);
  assert.deepEqual(await tell('second', ['2', null, null]), ['second', 'second not over', 'The lead of second.', idle, 'name', '']);
  await context.close();
});

test('a page says who won, and the move that is shown stays in sight', async () => {
  const { records } = played.find(({ game }) => game === 'onitama');
  for (const { played: { job, verdict: { seats } } } of records) {
    const page = await visit(`${at.onitama.base}/game/${job.number}`, { viewport: SIZES.phone });
    const firsts = seats.filter(({ place }) => place === 1);
    const lead = await page.textContent('.lead');
    if (firsts.length === 1) assert.match(lead, new RegExp(`^${firsts[0].seat} \\S+ wins: `));
    assert.doesNotMatch(await page.textContent('main'), /[Yy]ou win/);
    await until(page, () => document.querySelector('.moves li'));
    await page.keyboard.press('End');
    const seen = await page.$eval('.moves', (list) => {
      const [own, around] = [list.querySelector('[aria-current]'), list].map((one) => one.getBoundingClientRect());
      return own.top >= around.top && own.bottom <= around.bottom + 1;
    });
    assert.ok(seen, `game ${job.number}`);
  }
});

test('four seats are counted by places', async () => {
  const page = await live('ludo');
  const rows = await page.$$eval('#places tbody tr', (all) => all.map((row) => [...row.cells].slice(1).map((cell) => cell.textContent)));
  const { standings } = await report('ludo');
  assert.equal(rows.length, 4);
  rows.forEach(([bot, ...counts], i) => {
    assert.equal(bot, standings[i].bot);
    assert.equal(Number(counts[0]), standings[i].wins + standings[i].draws);
    assert.equal(counts.reduce((all, own) => all + Number(own), 0), standings[i].games);
  });
});

test('cells open the games of the two', async () => {
  for (const [name, link] of [['robin', '#crosstable td:nth-child(4) a'], ['swiss', '.tie a']]) {
    const page = await live(name);
    const bots = new URL(await page.$eval(link, (found) => found.href)).searchParams.getAll('of');
    assert.equal(bots.length, 2);
    await page.click(link);
    await page.waitForSelector('#games');
    const { crosstable } = await report(name);
    const [row, column] = bots.map((bot) => crosstable.names.indexOf(bot));
    const games = await page.$$eval('#games tbody tr', (all) => all.map((one) => one.textContent));
    assert.equal(games.length, crosstable.cells[row][column].games);
    for (const game of games) assert.ok(bots.every((bot) => game.includes(bot)), game);
  }
});

test('games are searched on the server, and the address holds what was asked', async () => {
  const page = await visit(`${at.robin.base}/games`);
  const rows = () => page.$$eval('#games tbody tr', (all) => all.map((one) => one.textContent));
  const all = await rows();
  assert.equal(await page.textContent('#found'), `${all.length} games`);
  const find = async (words) => {
    await page.fill('#q', words);
    await Promise.all([page.waitForURL((url) => new URL(url).searchParams.get('q') === words), page.press('#q', 'Enter')]);
  };
  await find('CLEO dan');
  const found = await rows();
  assert.deepEqual(found, all.filter((row) => row.includes('cleo') && row.includes('dan')));
  assert.ok(found.length && found.length < all.length);
  await find(String(all.length));
  assert.deepEqual(await rows(), all.slice(-1));
  await find('nobody-is-called-so');
  assert.equal(await page.textContent('#found'), 'no such game');
  await page.goBack();
  assert.equal(await page.inputValue('#q'), String(all.length));
  assert.deepEqual(await rows(), all.slice(-1));
});

test('a run is over whatever its format, and full screen keeps its table', async () => {
  for (const name of ['robin', 'cup', 'swiss', 'test', 'match', 'tuning']) {
    const page = await visit(`${at[name].base}/`);
    await until(page, () => document.querySelector('#sections > * > div:not([class])'));
    assert.equal(await page.textContent('main.over .idle'), 'All games are played.', name);
  }
  // The table of the server stays until the first event, which never comes here.
  const context = await newContext();
  await context.addInitScript(() => {
    globalThis.EventSource = class extends EventTarget {
      constructor() {
        super();
        globalThis.listens = true;
      }

      close() {}
    };
  });
  const page = await context.newPage();
  await page.goto(address(`${at.robin.base}/tv`));
  await until(page, () => globalThis.listens);
  assert.ok(await page.$('#sections td'));
  await context.close();
});

test('runs stand in cards, and who came first on the page of each', async () => {
  const page = await visit('/');
  const cards = await page.$$eval('.cards > li', (all) => all.map((card) => [card.querySelector('h2 a').textContent, card.textContent]));
  assert.deepEqual(cards.map(([title]) => title), Object.keys(at).map((name) => (name === 'single' ? 'One & only' : name)));
  // Each shows the end of its last game, if it has one.
  const boards = () => page.$$eval('.cards > li', (all) => all.map((card) => [card.querySelector('h2 a').textContent, card.querySelectorAll('.latest [role=gridcell]').length > 0]));
  await until(page, (runs) => document.querySelectorAll('.latest .board').length === runs, Object.keys(at).length - 1);
  for (const [title, isDrawn] of await boards()) assert.equal(isDrawn, title !== 'none', title);
  for (const name of ['robin', 'cup', 'swiss']) {
    const { standings: [{ bot, rank, points }] } = await report(name);
    assert.match(cards.find(([title]) => title === name)[1], new RegExp(`First: ${bot} \\(${points}\\)`));
    const own = await visit(`${at[name].base}/`);
    const first = await own.textContent('#podium:not([hidden]) li');
    assert.ok(first.startsWith(`${rank} ${bot} ${points}`), first);
    await live(name);
    assert.equal(await own.textContent('#podium:not([hidden]) li'), first);
  }
});

test('a test, a match and a tuning say what they found', async () => {
  for (const [name, section, words] of [
    ['test', '#match', ['LLR', 'bounds', 'Elo', 'pairs', 'accepted']],
    ['match', '#match', ['Elo', 'with 1½', 'pairs']],
    ['tuning', '#tuning', ['parameter', 'start', 'SPSA', 'all 2 iterations are finished']],
  ]) {
    const { base, run } = at[name];
    const page = await visit(`${base}/`);
    // What is said stays when the script has taken the page over.
    await until(page, () => document.querySelector('#sections > * > div:not([class])'));
    const told = await page.textContent(section);
    for (const word of words) assert.ok(told.includes(word), `${name}: ${word}: ${told}`);
    const html = run.replace(/db$/, 'html');
    await referee('report', run, '-o', html);
    assert.ok(readFileSync(html, 'utf8').includes(words.at(-1)), name);
  }
});

test('a board has its size again once the page is wide again', async () => {
  const { base } = at.robin;
  const page = await visit(`${base}/game/1`, { viewport: SIZES.projector });
  const box = () => page.$eval('#game-view svg.board', (board) => board.getAttribute('viewBox'));
  await page.waitForSelector('#game-view [data-square]');
  const wide = await box();
  await page.setViewportSize(SIZES.phone);
  await until(page, (before) => document.querySelector('#game-view svg.board').getAttribute('viewBox') !== before, wide);
  await page.setViewportSize(SIZES.projector);
  await until(page, (before) => document.querySelector('#game-view svg.board').getAttribute('viewBox') === before, wide);
});

test('nothing on a page moves once it is there', async () => {
  for (const viewport of Object.values(SIZES)) {
    const context = await newContext({ viewport });
    await countShifts(context);
    const page = await context.newPage();
    for (const [path, ready] of [['/', '#standings > .scroll'], ['/game/1', '.viewer [data-square]'], ['/games', '#games td'], ['/analysis', '.u-legend']]) {
      await page.goto(address(at.robin.base + path));
      await page.waitForSelector(ready);
      await page.evaluate(() => new Promise((go) => { requestAnimationFrame(() => setTimeout(go, 300)); }));
      const moved = await page.evaluate(() => globalThis.moved);
      assert.ok(moved < 0.05, `${path} ${viewport.width}: ${moved}`);
    }
    await context.close();
  }
});

test('pages are packed, and what a browser has is not sent again', async () => {
  const style = address('/style.css');
  const first = await fetch(style);
  assert.equal(first.headers.get('content-encoding'), 'gzip');
  const again = await fetch(style, { headers: { 'If-None-Match': first.headers.get('etag') } });
  assert.equal(again.status, 304);
  assert.equal(again.headers.get('cache-control'), 'no-cache');
  const run = await fetch(address(`${at.robin.base}/`));
  assert.equal(run.headers.get('content-encoding'), 'gzip');
  assert.match(run.headers.get('vary'), /Cookie, Accept-Encoding/);
});

test('games of every kind are stepped from start to end by keys', async () => {
  for (const { game, records, options } of played) {
    const all = stepped(records);
    const { base } = at[game];
    const page = await visit(`${base}/game/${all[0].played.job.number}#ply=0`);
    for (const [nth, { played: { job, steps, start, end } }] of all.entries()) {
      if (nth > 0) await page.goto(address(`${base}/game/${job.number}#ply=0`));
      await until(page, (of) => document.querySelector('.status')?.textContent === `start of ${of}`, steps.length);
      assert.deepEqual(await drawn(page), await squares(game, start, options), `${game} ${job.number}, the start`);
      // The first game begins by the keyboard itself, and the rest goes as fast as the page can.
      const byHand = nth > 0 ? 0 : EVERY_LOOK ? steps.length : Math.min(20, steps.length);
      for (let step = 0; step < byHand; step++) await page.keyboard.press('ArrowRight');
      assert.match(await page.textContent('.status'), byHand ? new RegExp(`^${byHand} of `) : /^start of /);
      await page.evaluate((steps) => {
        const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
        for (let step = 0; step < steps; step++) press();
      }, steps.length - byHand);
      assert.equal(await page.$eval('.status', (status) => status.textContent.split(':')[0]), `${steps.length} of ${steps.length}`);
      assert.deepEqual(await drawn(page), await squares(game, end, options), `${game} ${job.number}, the end`);
    }
    assert.deepEqual(page.trouble, [], game);
  }
});

test('pieces and cards stay what they are while they move', async () => {
  for (const game of ['robin', 'dice']) {
    const page = await visit(`${at[game].base}/game/1#ply=0`);
    await until(page, () => document.querySelector('.status')?.textContent.startsWith('start of'));
    const words = await page.$$eval('.moves button', (all) => all.map(({ textContent }) => textContent.split(' ')[1]));
    // Each element is marked by where it stands first.
    await page.evaluate(() => document.querySelectorAll('.piece, .card').forEach((one, i) => { one.mark = one.dataset.on ?? i; }));
    const on = (name) => page.evaluate((name) => {
      const { at } = document.querySelector(`#game-view [data-square="${name}"]`).dataset;
      return document.querySelector(`#game-view .piece[data-on="${at}"]`)?.mark;
    }, name);
    for (const word of words.slice(0, 12)) {
      const squares = game === 'robin' ? [word.slice(1, 3), word.slice(3, 5)] : [word.slice(0, 2), word.slice(-2)];
      const before = await on(squares[0]);
      await page.keyboard.press('ArrowRight');
      // A wall that moves may take the pawn's place, and a battle the die.
      const now = await on(squares[1]);
      if (now !== undefined && !(game === 'robin' && /[udlr]$/.test(word))) assert.equal(now, before, word);
    }
    const cards = await page.$$eval('.card:not(.gone)', (all) => all.map(({ mark }) => mark));
    assert.equal(cards.filter((mark) => mark !== undefined).length, game === 'robin' ? 5 : 0);
    // What has tipped over lies as the rules say.
    await until(page, () => !document.querySelector('.tumbling'));
    assert.deepEqual(page.trouble, [], game);
  }
});

test('a link names a ply and can be copied, and the game beside it is one step away', async () => {
  const page = await visit(`${at.robin.base}/game/2`, { permissions: ['clipboard-read', 'clipboard-write'] });
  await until(page, () => document.querySelector('.status')?.textContent.startsWith('start'));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Copy link to this ply' }).click();
  await until(page, () => document.querySelector('.copy [role=status]').textContent === 'copied: ply 2');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/game\/2#ply=2$/);
  const other = await page.context().newPage();
  await other.goto(link);
  await until(other, () => document.querySelector('.status')?.textContent.startsWith('2 of'));
  await other.close();
  await page.getByRole('link', { name: 'next game' }).click();
  await until(page, () => document.querySelector('h1').textContent.startsWith('Game 3:'));
  await page.getByRole('link', { name: 'game before' }).click();
  await until(page, () => document.querySelector('h1').textContent.startsWith('Game 2:'));
  assert.deepEqual(page.trouble, []);
});

test('a verdict stands there with its evidence, and what repeats it can be taken along', async () => {
  const { game, records } = played.find((own) => own.records.some(({ measured }) => measured.evidence?.length));
  const { played: { job, steps: { length: all } }, measured: { evidence: [why] } } = records.find(({ measured }) => measured.evidence?.length);
  const page = await visit(`${at[game].base}/game/${job.number}`);
  await until(page, () => document.querySelector('.viewer [data-why]')?.open);
  // The page opens at the fault.
  await until(page, (of) => document.querySelector('.status').textContent.startsWith(`${of} of ${of}`), all);
  const told = await page.textContent('[data-why]');
  for (const text of [why.reason, 'last bytes', 'what to try', `referee why ${game}.db ${job.number}`]) assert.ok(told.includes(text), text);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: `repro of ${why.seat}` }).click()]);
  assert.equal(file.suggestedFilename(), `game-${job.number}-${why.seat}.tar.gz`);
  assert.deepEqual(page.trouble, []);
});

test('an analysis draws its curves within the policy', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await visit(`${at.robin.base}/analysis`, { colorScheme });
    const inked = () => [...document.querySelectorAll('.curve canvas')].map((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value, i) => i % 4 === 3 && value > 0);
    });
    await until(page, () => document.querySelectorAll('.curve canvas').length === 2);
    assert.deepEqual(await until(page, inked), [true, true]);
    assert.equal((await page.$$('#crosstable [class^=heat]')).length, 20);
    assert.deepEqual(page.trouble, []);
  }
  const plain = await visit(`${at.robin.base}/analysis`, { javaScriptEnabled: false });
  assert.ok(await plain.isVisible('svg:has(.whisker)'));
});

test('many bots have a plot of their own each', async () => {
  const page = await visit(`${at.crowd.base}/analysis`, { viewport: SIZES.phone });
  await until(page, () => document.querySelectorAll('.multiples figure').length === 10);
  const drawn = await page.$$eval('.multiples path', (paths) => paths.map((path) => path.getBBox().width));
  assert.ok(drawn.every((width) => width > 50), `${drawn}`);
  assert.deepEqual(page.trouble, []);
});

test('tables are sorted by a press on a head', async () => {
  for (const path of ['/', '/analysis']) {
    const page = await visit(`${at.robin.base}${path}`);
    await until(page, () => document.querySelector('th button'));
    const table = page.locator(path === '/' ? '#standings table' : '#crosstable table').first();
    const names = () => table.locator('tbody tr td.name').allTextContents();
    const came = await names();
    const sorted = [...came].sort();
    const head = () => table.getByRole('button', { name: 'bot', exact: true });
    await head().focus();
    await page.keyboard.press('Enter');
    assert.notDeepEqual(came, sorted, path);
    assert.deepEqual(await names(), sorted, path);
    assert.equal(await table.locator('th[aria-sort]').getAttribute('aria-sort'), 'ascending');
    await page.keyboard.press('Enter');
    assert.deepEqual(await names(), sorted.toReversed(), path);
    await page.keyboard.press('Enter');
    assert.deepEqual(await names(), came, path);
    assert.deepEqual(page.trouble, []);
    if (path !== '/') continue;
    await table.getByRole('button', { name: 'points', exact: true }).click();
    const points = await table.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.cells[row.closest('table').tHead.rows[0].querySelector('[aria-sort]').cellIndex].textContent));
    assert.deepEqual(points.map(Number), points.map(Number).toSorted((a, b) => b - a), path);
  }
});

test('light or dark is chosen by a button, and stays so', async () => {
  const page = await (await newContext({ colorScheme: 'light' })).newPage();
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  for (const path of [`${at.robin.base}/analysis`, '/']) {
    await page.goto(address(path));
    const light = await paper();
    await page.click('button.scheme');
    const dark = await paper();
    assert.notEqual(dark, light, path);
    await page.reload();
    assert.equal(await paper(), dark, path);
    await page.click('button.scheme');
    assert.equal(await paper(), light, path);
    // What the system says is nothing to be kept.
    assert.equal(await page.evaluate(() => localStorage.length), 0, path);
  }
  await page.context().close();
});

test('the moves that a bot expected are shown on the board', async () => {
  const { records } = played.find(({ game }) => game === 'koolaamee');
  const { played: { job } } = records.find(({ measured }) => measured.plies.some(({ info }) => info?.length));
  const page = await visit(`${at.koolaamee.base}/game/${job.number}`);
  await until(page, () => document.querySelector('.moves li'));
  let expected;
  for (const move of await page.$$('.moves button')) {
    await move.click();
    // The first is the move itself.
    [, expected] = await page.$$('.expected button');
    if (expected) break;
  }
  const [before, word] = [await drawn(page), await expected.textContent()];
  await expected.click();
  assert.match(await page.textContent('.viewer .status'), new RegExp(`^expected after ply \\d+: [AB] \\S+, [AB] ${word}$`));
  const now = await drawn(page);
  const [[square]] = now.filter(([, what], i) => what !== before[i][1]);
  assert.equal(square, word);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await drawn(page), before);
  assert.deepEqual(page.trouble, []);
});

test('a battle is told in words', async () => {
  const told = [];
  for (const number of [1, 2]) {
    const page = await visit(`${at.dice.base}/game/${number}`);
    await until(page, () => document.querySelector('.viewer .moves button'));
    for (const move of await page.$$('.viewer .moves button')) {
      await move.click();
      told.push(await page.textContent('.viewer .status'));
    }
  }
  assert.ok(told.some((text) => /: battle with [a-g][1-7], \d+ to \d+: ([a-g][1-7] is lost|both stay)/.test(text)), told.join('\n'));
});

test('nothing is to be scrolled on the wall', async () => {
  for (const viewport of [SIZES.projector, { width: 1280, height: 720 }]) {
    for (const name of ['robin', 'double', 'ludo', 'none']) {
      const page = await visit(`${at[name].base}/tv`, { viewport });
      await until(page, () => document.querySelectorAll('#sections tbody tr').length > 0);
      if (name === 'robin') await until(page, () => document.querySelector('.tv.over .idle')?.textContent === 'All games are played.');
      const sizes = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
      assert.deepEqual(sizes, [viewport.width, viewport.height], name);
      const cut = await page.$eval('.tv .scroll', (table) => table.scrollWidth > table.clientWidth || table.scrollHeight > table.clientHeight);
      assert.equal(cut, false, name);
    }
  }
});

// Each kind of page once, and the others of its kind where every look is asked for.
const KINDS = [['robin', ''], ['robin', 'tv'], ['robin', 'analysis'], ['robin', 'games'], ['double', ''], ['swiss', ''], ['ludo', ''], ['ludo', 'game/1#ply=9'],
  ['cublino-pur', 'game/2'], ['single', 'analysis'], ['none', ''], ['none', 'games'], ['none', 'analysis']];
const SAME = [['cup', ''], ['single', ''], ['cublino-pur', 'analysis']];

test('nobody is kept out, by light and in the dark, on a phone and on the wall', async () => {
  for (const { told, pages, ...look } of looks(EVERY_LOOK ? [...KINDS, ...SAME] : KINDS)) {
    for (const [name, path] of pages) {
      const page = await visit(`${at[name].base}/${path}`, { ...look, reducedMotion: 'reduce' });
      await openToAll(page, `${name} ${path} ${told}`, () => path.startsWith('game/') && page.waitForSelector('#game-view [role=gridcell]'));
      assert.deepEqual(page.trouble, []);
    }
  }
});
