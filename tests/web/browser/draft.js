// Drafted boards in a browser: the options of a game in the form, tiles that are laid by presses, by dragging, by keys
// and with a finger, and the replay of a draft.

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newContext, open, openToAll, serve, until } from './pages.js';
import { begin, made, newTab, OVER, seen, start, toBoard, waiting, withRoutes } from './play.js';
import { CHEAP, referee } from './runs.js';
import { suite } from './suite.js';

const { before, after, test } = suite('drafted boards');
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

// The moves of a player with all tiles and marbles.
const LONGEST = 9 + 28;

const draft = (tab) => begin(tab, 'koolaamee', { 'option-board': 'drafted', B: 'house:random' }, {}, server);

// The button of a kind of tiles by the size in which one would be laid, and that of the chosen tile.
const stock = (size) => `.stock [aria-label^="tile ${size},"]`;
const chosen = async (page) => / (\dx\d),/.exec(await page.getAttribute('.stock [aria-pressed=true]', 'aria-label'))[1];

const square = (at) => `[data-at="${at}"]`;
const words = (page, list) => page.$$eval(list, (moves) => moves.map((move) => move.textContent.split(' ').at(-1)));
const isTile = (word) => /^\dx\d/.test(word);

async function middle(page, selector) {
  const place = page.locator(selector);
  await place.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await place.boundingBox();
  return [x + width / 2, y + height / 2];
}

// Lays the chosen tile, by an act, on a square where it fits; gives its square once it was laid there.
async function lay(page, act) {
  const [size, { may, moves }] = [await chosen(page), await seen(page)];
  const name = await page.getAttribute(square(may[0]), 'data-square');
  await act(may[0]);
  await until(page, (moves) => document.querySelector('.moves').children.length > moves, moves);
  assert.equal((await words(page, '.moves li'))[moves], `${size}${name}`);
  await waiting(page);
}

const fits = (page) => until(page, () => document.querySelector('.preview .fits'));

test('the options of a game are chosen in the form, and what the rules refuse is said', async () => {
  const { page, trouble } = await newTab();
  await page.goto(`${server.url}play`);
  await page.selectOption('[name=game]', 'koolaamee');
  await page.selectOption('[name=option-board]', 'random');
  assert.equal(await page.isChecked('[name=deal]'), true);
  await page.selectOption('[name=game]', 'onitama');
  assert.equal(await page.isChecked('[name=deal]'), false);
  await page.fill('[name=option-turns]', 'many');
  await page.click('text=Begin');
  const refused = await until(page, () => document.getElementById('refused').textContent);
  assert.match(refused, /^option turns="many" of onitama: expected a whole number from 1 to/);
  await page.fill('[name=option-turns]', '50');
  await page.selectOption('[name=option-wall]', 'off');
  const [sent] = await Promise.all([page.waitForRequest((request) => request.method() === 'POST'), page.click('text=Begin')]);
  // What is usual isn't asked for.
  assert.deepEqual(sent.postDataJSON().options, { wall: 'off' });
  await page.waitForURL(/\/play\/[0-9a-f]{32}#/);
  assert.deepEqual(trouble, []);
  await page.context().close();
});

test('tiles are laid by presses, by dragging and by keys, and marbles follow to the end', { timeout: 400_000 }, async () => {
  const { page, trouble } = await draft(await withRoutes({ viewport: { width: 1280, height: 1000 } }));
  await waiting(page);
  assert.equal(await chosen(page), '2x3');
  for (const [turn, size] of [
    [() => page.click(stock('2x3')), '3x2'],
    [() => page.click('.stock >> text=Turn'), '2x3'],
    [() => page.keyboard.press('r'), '3x2'],
  ]) {
    await turn();
    assert.equal(await chosen(page), size);
  }
  assert.equal((await seen(page)).may.length, 8 * 9);

  await page.hover('[data-square=j10]');
  await until(page, () => document.querySelector('.preview .unfit'));
  await page.click('[data-square=j10]');
  const refused = await until(page, () => document.querySelector('.refused').textContent);
  assert.match(refused, /a tile of 3x2 on j10 would reach beyond column j/);

  await page.hover('[data-square=e4]');
  await fits(page);
  const [tile, e4] = await Promise.all(['.preview .fits', '[data-square=e4]'].map((own) => page.locator(own).boundingBox()));
  assert.deepEqual([tile.width / e4.width, tile.height / e4.height].map(Math.round), [3, 2]);
  const cell = await page.$('[data-square=e4]');
  await cell.click();
  await until(page, () => document.querySelector('.moves').children.length >= 2);
  assert.equal((await words(page, '.moves li'))[0], '3x2e4');
  await waiting(page);
  // Whoever is on the board stays there.
  assert.ok(await cell.evaluate((own) => document.activeElement === own && /tone-/.test(own.getAttribute('class'))));

  await page.click(stock('2x2'));
  await lay(page, async (at) => {
    // What is dragged needn't be chosen before.
    await page.click(stock('1x2'));
    await page.mouse.move(...await middle(page, stock('2x2')));
    await page.mouse.down();
    await page.mouse.move(...await middle(page, square(at)), { steps: 5 });
    await fits(page);
    await page.mouse.up();
  });

  await page.focus(stock('1x3'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('r');
  assert.equal(await chosen(page), '3x1');
  await lay(page, async (at) => {
    await toBoard(page);
    for (const key of await page.evaluate((to) => globalThis.routeTo(to), at)) await page.keyboard.press(key);
    await fits(page);
    await page.keyboard.press('Enter');
  });

  for (let presses = 0; !OVER.test((await seen(page)).status); presses++) {
    assert.ok(presses < LONGEST, 'the game has no end');
    const { may, moves } = await seen(page);
    await page.click(square(may[0]));
    await until(page, (moves) => document.querySelector('.moves').children.length > moves, moves);
    await waiting(page);
  }
  const laid = (await words(page, '.moves li')).filter(isTile);
  assert.ok(laid.length > 8 && laid.length <= 17, laid.join(' '));
  assert.equal(await page.isVisible('.stock'), false);

  const url = page.url();
  await page.click('text=Again');
  await page.waitForURL((other) => /\/play\/[0-9a-f]{32}#/.test(other.href) && other.href !== url);
  await page.waitForSelector(stock('2x3'));
  assert.deepEqual(trouble, []);
  await page.context().close();
});

test('tiles are laid with a finger on a phone', async () => {
  const { page, trouble } = await draft(await newTab({ viewport: { width: 360, height: 740 }, hasTouch: true, reducedMotion: 'reduce' }));
  await waiting(page);
  await openToAll(page, 'a draft on a phone');
  for (const size of ['1x3', '3x1']) {
    await page.tap(stock('1x3'));
    assert.equal(await chosen(page), size);
  }
  await lay(page, (at) => page.tap(square(at)));

  const session = await page.context().newCDPSession(page);
  const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await page.tap(stock('2x2'));
  await lay(page, async (at) => {
    const [to, from] = [await middle(page, square(at)), await middle(page, stock('2x2'))];
    await touch('touchStart', from);
    for (const part of [0.5, 1]) await touch('touchMove', from.map((own, i) => own + part * (to[i] - own)));
    await fits(page);
    await touch('touchEnd');
  });
  assert.deepEqual(trouble, []);
  await page.context().close();
});

test('on a board that is turned for B a tile is laid by its lower right square', async () => {
  const tab = await newTab({ viewport: { width: 1280, height: 1000 } });
  const { page, trouble } = await begin(tab, 'koolaamee', { 'option-board': 'drafted', A: 'house:random', B: 'me' }, {}, server);
  await waiting(page);
  const { may: [at] } = await seen(page);
  await page.hover(square(at));
  await fits(page);
  const [tile, cell] = await Promise.all(['.preview .fits', square(at)].map((own) => page.locator(own).boundingBox()));
  const [right, bottom] = [tile.x + tile.width - cell.x - cell.width, tile.y + tile.height - cell.y - cell.height];
  assert.ok(Math.hypot(right, bottom) < cell.width / 3, `${right} ${bottom}`);
  await lay(page, (to) => page.click(square(to)));
  assert.deepEqual(trouble, []);
  await page.context().close();
});

test('a replay shows how a board was laid, tile by tile', async () => {
  const file = join(folder, 'drafted.toml');
  const bots = ['ann', 'bob'].map((name) => `[[bots]]\nname = "${name}"\nbot = "house:random"\n`);
  writeFileSync(file, `game = "koolaamee"\nrounds = 1\nseed = 5\noptions = { board = "drafted" }\n${CHEAP}${bots.join('')}`);
  await referee('run', file);
  const run = await serve(join(folder, 'drafted.db'), '--listen', '0', '--jail', 'off');
  const { page, trouble } = await open(await newContext(), `${run.url}1/game/1`);
  await until(page, () => document.querySelector('.moves button'));
  const tiles = (await words(page, '.moves button')).filter(isTile);
  assert.ok(tiles.length > 8, tiles.join(' '));
  // What is drawn at a ply: all squares, those of tiles, and those of the last tile.
  const drawn = (ply) => until(page, (ply) => document.querySelector('.status').textContent.startsWith(ply)
    && ['', '[class*=tone-]', '.fresh'].map((own) => document.querySelectorAll(`#game-view [role=gridcell]${own}`).length), ply);
  await page.keyboard.press('Home');
  assert.deepEqual(await drawn('start of'), [100, 0, 0]);
  let sum = 0;
  for (const [i, [wide, , high]] of tiles.entries()) {
    await page.keyboard.press('ArrowRight');
    sum += wide * high;
    // After the last tile the squares without one are gone.
    assert.deepEqual(await drawn(`${i + 1} of`), [i + 1 < tiles.length ? 100 : sum, sum, wide * high], tiles[i]);
  }
  await page.keyboard.press('Home');
  assert.deepEqual(await drawn('start of'), [100, 0, 0]);
  assert.deepEqual(trouble, []);
  await page.context().close();
  await run.end();
});
