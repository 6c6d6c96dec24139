// Games with people in a browser: each game to its end by mouse and by keyboard alone, two browsers against each
// other, and games that outlast a reload and the server.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVERY_LOOK, looks, newContext, open, openToAll, PATIENCE, serve, until } from './pages.js';
import { CHEAP, GAMES, referee } from './runs.js';
import { suite } from './suite.js';

export const made = () => mkdtempSync(join(tmpdir(), 'referee-people-'));
export const start = (folder, listen = '0') => serve('--listen', listen, '--people', join(folder, 'people.db'), '--people-games', '30', '--jail', 'off');

// Who plays with the mouse has a server apart, so that both play at the same time.
const mouse = suite('games with people, by the mouse');
let apart;
let apartIn;

mouse.before(async () => {
  apartIn = made();
  apart = await start(apartIn);
});

mouse.after(async () => {
  await apart?.end();
  if (apartIn) rmSync(apartIn, { recursive: true });
});

const { before, after, test } = suite('games with people');
let folder;
let server;

before(async () => {
  folder = made();
  server = await start(folder);
});

after(async () => {
  await server?.end();
  if (folder) rmSync(folder, { recursive: true });
});

// A tab of somebody's own.
export const newTab = async (options) => open(await newContext(options), 'about:blank');

// Begins a game by its form; `players` are by seats what is chosen there, and options of the game as `option-NAME`.
export async function begin({ page, trouble }, game, players = {}, fields = {}, at = server) {
  await page.goto(`${at.url}play`);
  await page.selectOption('[name=game]', game);
  for (const [seat, player] of Object.entries(players)) await page.selectOption(`[name=${seat}]`, player);
  for (const [name, text] of Object.entries(fields)) await page.fill(`[name=${name}]`, text);
  await page.click('text=Begin');
  await page.waitForURL(/\/play\/[0-9a-f]{32}#/);
  await page.waitForSelector('[role=gridcell]');
  return { page, trouble };
}

// How it stands: who waits for whom, which squares and buttons there are to press, and what has been played.
export const seen = (page) => page.evaluate(() => ({
  status: document.querySelector('.status').textContent,
  refused: document.querySelector('.refused').textContent,
  may: [...document.querySelectorAll('.may')].map((cell) => cell.dataset.at),
  held: [...document.querySelectorAll('.held')].map((cell) => cell.dataset.at),
  choices: [...document.querySelectorAll('.choices button')].map((button) => button.textContent),
  moves: document.querySelector('.moves').children.length,
}));

export const OVER = /wins \(|share the first place|Everybody loses/;
export const waiting = (page) => until(page, () => /Your turn|wins \(|share the first|Everybody loses/.test(document.querySelector('.status').textContent));
const some = (list) => list[Math.floor(Math.random() * list.length)];

// Moves of each game by mouse or keyboard themselves, before the rest goes as fast as the page can.
const BY_HAND = EVERY_LOOK ? Infinity : 5;
// Against it a game that is played at random doesn't last long.
const RIVAL = EVERY_LOOK ? 'house:random' : 'house:greedy';
const LONGEST = 1500;

// Chooses moves until the game is over; `press` presses a square, `choose` a button. Gives how it ended.
async function toTheEnd(page, game, press, choose, keys = false) {
  for (let presses = 0, played = 0; played < BY_HAND; presses++) {
    assert.ok(presses < LONGEST, 'the game has no end');
    await waiting(page);
    const { status, may, choices, moves: before } = await seen(page);
    if (OVER.test(status)) return status;
    if (choices.length && (!may.length || Math.random() < 0.5)) await choose(some([...choices.keys()]));
    else await press(some(may));
    // Either a part of a move is chosen now, or it is played.
    const now = await until(page, (before) => (document.querySelector('.held') || document.querySelector('.choices button') ? 'a part'
      : (document.querySelector('.moves').children.length !== before || /wins|share/.test(document.querySelector('.status').textContent)) && 'all'), before);
    if (now === 'all') played += 1;
  }
  // A random walk across the board of Cublino Pur is long: there the last goes first, and as far as it can.
  await page.evaluate(playOn, { keys, ahead: game === 'cublino-pur', longest: LONGEST, patience: PATIENCE });
  const { status } = await seen(page);
  return status;
}

// Plays on in the page, by the same events as a mouse or keys make there.
async function playOn({ keys, ahead, longest, patience }) {
  const status = () => document.querySelector('.status').textContent;
  const over = () => /wins \(|share the first|Everybody loses/.test(status());
  const moves = () => document.querySelector('.moves').children.length;
  const buttons = () => [...document.querySelectorAll('.choices button')];
  const may = () => [...document.querySelectorAll('.may')];
  const some = (list) => list[Math.floor(Math.random() * list.length)];
  const place = (cell) => Number(cell.dataset.at.split(':')[1]);
  const until = async (holds) => {
    for (const end = performance.now() + patience; !holds();) {
      if (performance.now() > end) throw new Error(`not so in time: ${holds}; ${status()}`);
      await new Promise((go) => { setTimeout(go, 5); });
    }
  };
  const fire = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const press = (cell) => {
    if (!keys) return cell.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    const { at } = cell.dataset;
    if (cell.matches('.card')) {
      cell.focus();
      return fire(some(['Enter', ' ']));
    }
    if (document.activeElement?.getAttribute('role') !== 'gridcell') document.querySelector('[role=gridcell][tabindex="0"]').focus();
    for (const key of globalThis.routeTo(at)) fire(key);
    if (document.activeElement.dataset.at !== at) throw new Error(`the arrow keys don't lead to ${at}`);
    return fire(some(['Enter', ' ']));
  };
  for (let presses = 0; presses < longest; presses++) {
    await until(() => over() || (/Your turn/.test(status()) && may().length + buttons().length > 0));
    if (over()) return;
    const [before, cells, choices] = [moves(), may(), buttons()];
    if (choices.length && (!cells.length || Math.random() < 0.5)) {
      const chosen = some(choices);
      chosen.focus();
      chosen.click();
    } else {
      const held = document.querySelector('.held');
      // Squares are counted from the other side of the board.
      const [foremost, last] = [1, -1].map((sign) => cells.reduce((best, cell) => (sign * place(cell) < sign * place(best) ? cell : best)));
      press(!ahead || Math.random() < 0.2 ? some(cells) : held ? foremost : last);
    }
    await until(() => document.querySelector('.held') || buttons().length || moves() !== before || over());
  }
  throw new Error('the game has no end');
}

mouse.test('a person plays each game to its end with the mouse', { timeout: 400_000 }, async () => {
  const tab = await newTab();
  for (const game of Object.keys(GAMES)) {
    const { page, trouble } = await begin(tab, game, { B: RIVAL }, {}, apart);
    const press = (at) => page.locator(`[data-at="${at}"]`).click();
    const status = await toTheEnd(page, game, press, (nth) => page.locator('.choices button').nth(nth).click());
    assert.match(status, OVER, game);
    assert.deepEqual(trouble, [], game);
  }
  await tab.page.context().close();
});

// Tells a page the arrow keys that lead from the square with the focus to another.
const routes = () => { globalThis.routeTo = (to) => {
  const cells = [...document.querySelectorAll('[role=gridcell]')].map((element) => {
    const [x, y, size] = /translate\(([-\d.]+),([-\d.]+)\) scale\(([\d.]+)\)/.exec(element.getAttribute('transform')).slice(1).map(Number);
    return { element, at: element.dataset.at, x, y, half: 50 * size };
  });
  const ways = [['ArrowLeft', -1, 0], ['ArrowRight', 1, 0], ['ArrowUp', 0, -1], ['ArrowDown', 0, 1]];
  const known = new Map([[cells.find(({ element }) => element === document.activeElement), []]]);
  for (const [cell, keys] of known) {
    if (cell.at === to) return keys;
    for (const [key, dx, dy] of ways) {
      const far = (own) => dx * (own.x - cell.x) + dy * (own.y - cell.y);
      const ahead = cells.filter((own) => far(own) > 1 && Math.abs(dy * (own.x - cell.x) + dx * (own.y - cell.y)) < cell.half);
      const [next] = ahead.sort((a, b) => far(a) - far(b));
      if (next && !known.has(next)) known.set(next, [...keys, key]);
    }
  }
  throw new Error(`no way to ${to}`);
}; };

export async function withRoutes(options) {
  const tab = await newTab(options);
  await tab.page.addInitScript(routes);
  return tab;
}

const onBoard = (page) => page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell');

// Tab leads to the board, wherever one is.
export async function toBoard(page) {
  for (let tabs = 0; tabs < 40; tabs++) {
    if (await onBoard(page)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('Tab never reaches the board');
}

async function pressByKeys(page, at) {
  const card = `.card[data-at="${at}"]`;
  if (await page.locator(card).count()) {
    for (let tabs = 0; tabs < 60 && !await page.evaluate((card) => document.activeElement === document.querySelector(card), card); tabs++) await page.keyboard.press('Tab');
    return page.keyboard.press(Math.random() < 0.5 ? 'Enter' : ' ');
  }
  await toBoard(page);
  for (const key of await page.evaluate((to) => globalThis.routeTo(to), at)) await page.keyboard.press(key);
  await page.keyboard.press(Math.random() < 0.5 ? 'Enter' : ' ');
}

async function chooseByKeys(page, nth) {
  const name = `.choices button:nth-child(${nth + 1})`;
  for (let tabs = 0; tabs < 60 && !await page.evaluate((name) => document.activeElement === document.querySelector(name), name); tabs++) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
}

test('a person plays each game to its end with the keyboard alone', { timeout: 400_000 }, async () => {
  const tab = await withRoutes({ reducedMotion: 'reduce' });
  for (const game of Object.keys(GAMES)) {
    const { page, trouble } = await begin(tab, game, { B: RIVAL });
    const status = await toTheEnd(page, game, (at) => pressByKeys(page, at), (nth) => chooseByKeys(page, nth), true);
    assert.match(status, OVER, game);
    assert.deepEqual(trouble, [], game);
  }
  await tab.page.context().close();
});

test('Escape lets go, words are moves too, and what is illegal is explained', async () => {
  const { page } = await begin(await withRoutes(), 'cublino-pur', { B: 'house:first' });
  await waiting(page);
  const { may } = await seen(page);
  await pressByKeys(page, may[0]);
  await until(page, () => document.querySelector('.held'));
  assert.equal(await page.getAttribute('.held', 'aria-selected'), 'true');
  await page.keyboard.press('Escape');
  await until(page, () => !document.querySelector('.held'));
  assert.ok(await onBoard(page));
  await page.fill('[name=move]', 'c1c7');
  await page.keyboard.press('Enter');
  assert.match(await until(page, () => document.querySelector('.refused').textContent), /c1c7|tip/);
  await page.fill('[name=move]', 'c1c2');
  await page.keyboard.press('Enter');
  await until(page, () => document.querySelector('.moves').children.length >= 2);
  await page.click('text=Undo');
  await until(page, () => !document.querySelector('.moves').children.length);
  await page.click('text=Hint');
  assert.match(await until(page, () => /Hint: \S+/.exec(document.querySelector('.status').textContent)?.[0]), /Hint/);
  // The question is withdrawn after a while, which a busy machine may let pass.
  const really = () => page.click('text=Really give up?', { timeout: 3000 }).then(() => true, () => false);
  do await page.click('text=Resign'); while (!await really() && !OVER.test((await seen(page)).status));
  await until(page, () => /^You lost: B .*wins \(resigned\)/.test(document.querySelector('.status strong')?.textContent));
  const before = page.url();
  await page.click('text=Again');
  await page.waitForURL((url) => /\/play\/[0-9a-f]{32}#/.test(url.href) && url.href !== before);
  await until(page, () => /cublino-pur/.test(document.title) && document.querySelector('.may'));
  await page.context().close();
});

test('two browsers play each other, and each moves only for itself', async () => {
  const { page: ada } = await begin(await newTab(), 'koolaamee', { B: 'guest' }, { name: 'Ada', clock: '5+3' });
  const link = await ada.inputValue('.link');
  // Whoever has a phone needn't type the link.
  await ada.click('text=QR code');
  assert.equal(await (await ada.waitForSelector('.qr')).getAttribute('aria-label'), `QR code of ${link}`);
  const { page: ben } = await open(await newContext(), link);
  const { page: eve } = await open(await newContext(), link.replace(/#.*/, ''));
  for (const page of [ben, eve]) await page.waitForSelector('.may, [role=gridcell]');
  await until(ben, () => document.querySelector('.status').textContent.includes('A (Ada) is to move'));
  assert.deepEqual((await seen(ben)).may, []);
  for (let ply = 0; ply < 4; ply++) {
    const page = [ada, ben][ply % 2];
    await until(page, () => document.querySelector('.may'));
    await page.locator('.may').first().click();
    for (const other of [ada, ben, eve]) await until(other, (ply) => document.querySelector('.moves').children.length === ply + 1, ply);
  }
  assert.ok(await ben.isDisabled('text=Undo'));
  assert.equal(await eve.isVisible('text=Resign'), false);
  const id = new URL(link).pathname.split('/').at(-1);
  const refused = await eve.evaluate(async (id) => {
    const body = JSON.stringify({ seat: 'A', key: 'f'.repeat(32), word: 'e4' });
    return (await fetch(`/play/${id}/move`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status;
  }, id);
  assert.equal(refused, 403);
  // Whoever likes leaves the rest to a bot.
  await ada.check('#auto-A');
  await ben.check('#auto-B');
  await until(eve, () => document.querySelector('.moves').children.length > 6);
  for (const page of [ada, ben, eve]) await page.context().close();
});

test('a reload in the midst of a game and a killed server lose nothing', async () => {
  const { page } = await begin(await newTab(), 'onitama', { B: 'house:first' });
  const play = async () => {
    const { moves } = await seen(page);
    await until(page, () => document.querySelector('.may'));
    await page.locator('.may').first().click();
    await until(page, () => document.querySelector('.held'));
    await page.locator('.may').first().click();
    await page.locator('.choices button').first().click();
    await until(page, (moves) => document.querySelector('.moves').children.length >= moves + 2, moves);
  };
  await play();
  const list = () => page.$$eval('.moves li', (moves) => moves.map((move) => move.textContent));
  const before = await list();
  await page.reload();
  await until(page, () => document.querySelector('.may'));
  assert.deepEqual(await list(), before);
  await server.end('SIGKILL');
  const { port } = new URL(server.url);
  server = await start(folder, port);
  await play();
  assert.deepEqual((await list()).slice(0, before.length), before);
  await page.goto(`${server.url}play`);
  await page.click('#own a');
  await until(page, () => document.querySelector('.may'));
  await page.context().close();
});

test('nobody is kept out, by light and in the dark, on a phone and on the wall', { timeout: 300_000 }, async () => {
  const shot = (page, name) => process.env.SHOTS && page.screenshot({ path: join(process.env.SHOTS, `${name.replaceAll(', ', '-')}.png`), fullPage: true });
  for (const { told, pages, ...look } of looks(['', ...Object.keys(GAMES)])) {
    const tab = await newTab({ ...look, reducedMotion: 'reduce' });
    for (const game of pages) {
      const name = `${game || 'the form'}, ${told}`;
      if (game) {
        const { page, trouble } = await begin(tab, game, { B: game === 'ludo' ? 'me' : 'guest' }, { clock: '5' });
        let pressed = false;
        await openToAll(page, name, async () => {
          // Where a press is a whole move, it may be the guest's turn afterwards.
          await until(page, (pressed) => document.querySelector('.may') || (pressed && /is to move/.test(document.querySelector('.status')?.textContent)), pressed);
          if (await page.locator('.may').count()) await page.locator('.may').first().click();
          pressed = true;
        });
        await shot(page, name);
        assert.deepEqual(trouble, []);
      } else {
        await tab.page.goto(`${server.url}play`);
        await openToAll(tab.page, name);
        await shot(tab.page, name);
      }
    }
    await tab.page.context().close();
  }
});

test('names are text', async () => {
  const name = '<img src=x onerror=alert(1)>';
  const { page, trouble } = await begin(await newTab(), 'onitama', {}, { name });
  await until(page, (name) => document.querySelector('.seats').textContent.includes(name), name);
  assert.ok((await page.title()).includes('onitama'));
  await page.goto(`${server.url}play`);
  await until(page, (name) => document.querySelector('#own').textContent.includes(name), name);
  assert.equal(await page.$$eval('img', (found) => found.length), 0);
  assert.deepEqual(trouble, []);
  await page.context().close();
});

test('a bot of the run whose name is a script stays text', async () => {
  const file = join(folder, 'cup.toml');
  writeFileSync(file, `game = "onitama"\nrounds = 1\nseed = 1\n${CHEAP}[[bots]]\nname = "<script>alert(1)</script>"\nbot = "house:first"\n[[bots]]\nname = "bob"\nbot = "house:random"\n`);
  await referee('run', file);
  const other = await serve(join(folder, 'cup.db'), '--listen', '0', '--jail', 'off');
  const context = await newContext();
  const { page, trouble } = await open(context, `${other.url}play`);
  await page.selectOption('[name=B]', 'bot:<script>alert(1)</script>');
  await page.click('text=Begin');
  await page.waitForURL(/\/play\/[0-9a-f]{32}#/);
  await until(page, () => document.querySelector('.seats')?.textContent.includes('<script>alert(1)</script>'));
  assert.deepEqual(trouble, []);
  await context.close();
  await other.end();
});
