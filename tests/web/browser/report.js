// The report in a browser: it opens from disk and asks for nothing, its games can be stepped through, and
// nobody is kept out.

import assert from 'node:assert/strict';
import { drawn, EVERY_LOOK, looks, newContext, openToAll, SIZES, stepped, until } from './pages.js';
import { runs as playedRuns, squares } from './runs.js';
import { suite } from './suite.js';

const { after, before, test } = suite('the report');

let runs;

before(async () => { runs = await playedRuns(); });

after(async () => {
  for (const { page } of tabs.values()) await page.context().close();
});

// A tab in which everything but files is refused and counted, and nothing may go wrong.
async function tab(look) {
  const page = await (await newContext(look)).newPage();
  const trouble = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && trouble.push(message.text()));
  page.on('dialog', (dialog) => trouble.push(dialog.message()));
  await page.route('**', (route) => {
    const address = route.request().url();
    if (address.startsWith('file:')) return route.continue();
    trouble.push(address);
    return route.abort();
  });
  return { page, trouble };
}

const tabs = new Map();

// A report, in the tab of those that were looked at in the same way before: to open another takes longer than most tests.
async function open(url, options = {}) {
  const look = { viewport: SIZES.projector, ...options };
  const key = JSON.stringify(look);
  if (!tabs.has(key)) tabs.set(key, await tab(look));
  const { page, trouble } = tabs.get(key);
  // From one part of a report to another nothing would be loaded.
  await page.goto('about:blank');
  trouble.length = 0;
  await page.goto(url);
  return { page, trouble };
}

test('a report asks for nothing and runs nothing but its own', async () => {
  for (const { url } of runs) {
    const { page, trouble } = await open(`${url}#game=1`);
    await page.waitForSelector('#game-view .board [role=gridcell]');
    await page.keyboard.press('End');
    assert.deepEqual(trouble, [], url);
    assert.equal(await page.$$eval('img, iframe, object, embed, link', (found) => found.length), 0);
  }
});

test('games of every kind end as they are recorded', async () => {
  for (const { game, url, records, options } of runs) {
    const { page } = await open(url);
    for (const { played } of stepped(records)) {
      await page.evaluate((number) => { location.hash = `#game=${number}&ply=0`; }, played.job.number);
      const { steps } = played;
      await until(page, ([number, of]) => document.querySelector('#game-title').textContent.startsWith(`Game ${number}:`)
        && document.querySelector('.status').textContent === `start of ${of}`, [played.job.number, steps.length]);
      assert.deepEqual(await drawn(page), await squares(game, played.start, options), `${game} ${played.job.number}, the start`);
      await page.evaluate((steps) => {
        const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
        for (let step = 0; step < steps; step++) press();
      }, steps.length);
      assert.equal(await page.$eval('.status', (status) => status.textContent.split(':')[0]), `${steps.length} of ${steps.length}`);
      assert.deepEqual(await drawn(page), await squares(game, played.end, options), `${game} ${played.job.number}, the end`);
    }
  }
});

test('a link names a game and a ply, and keys, slider and list lead through it', async () => {
  const { page } = await open(`${runs[0].url}#game=2&ply=3`);
  const status = (text) => until(page, (text) => document.querySelector('.status')?.textContent.startsWith(text), text);
  await status('3 of');
  await page.keyboard.press('ArrowLeft');
  await status('2 of');
  assert.match(page.url(), /#game=2&ply=2$/);
  await page.locator('.moves button').first().click();
  await status('1 of');
  await page.keyboard.press('Home');
  await status('start');
  await page.locator('input[type=range]').fill('2');
  await status('2 of');
  await page.getByRole('button', { name: 'play (space)' }).click();
  await status('3 of');
  assert.match(await page.locator('.remark').first().textContent(), /score|^$/);
  await page.getByRole('link', { name: '← report' }).click();
  await page.waitForSelector('#report:not([hidden])');
});

test('the list of games can be searched', async () => {
  const { page } = await open(runs[0].url);
  await page.fill('#search', 'nobody-is-called-so');
  assert.match(await page.textContent('#found'), /^0 of/);
  await page.fill('#search', 'ann');
  assert.match(await page.textContent('#found'), /^2 of 2$/);
  // A number alone is that of a game.
  await page.fill('#search', '2');
  assert.match(await page.textContent('#found'), /^1 of 2$/);
  assert.equal(await page.$eval('#games tbody tr:not([hidden])', (row) => row.dataset.game), '2');
});

test('tables and verdicts can be read without scripts', async () => {
  const context = await newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(runs[0].url);
  assert.ok(await page.isVisible('#standings table') && await page.isVisible('#games'));
  assert.equal(await page.isVisible('#search'), false);
  assert.equal(await page.isVisible('#replay'), false);
  await context.close();
});

test('nobody is kept out, by light and in the dark, on a phone and on the wall', async () => {
  // A report has other tables for more than two seats; games have boards of their own.
  const all = runs.flatMap(({ game, url }) => [...(EVERY_LOOK || ['onitama', 'ludo'].includes(game) ? [[game, url]] : []), [game, `${url}#game=1&ply=4`]]);
  for (const { told, pages, ...look } of looks(all)) {
    for (const [game, url] of pages) {
      const { page } = await open(url, { ...look, reducedMotion: 'reduce' });
      await openToAll(page, `${game}, ${told} ${url}`, () => url.includes('#') && page.waitForSelector('#game-view .board [role=gridcell]'));
    }
  }
});
