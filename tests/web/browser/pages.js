// What the tests of served pages share: a browser, a server, and looking from outside.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { REFEREE } from './runs.js';

export const SIZES = { phone: { width: 390, height: 844 }, projector: { width: 1920, height: 1080 } };
// With `tests/run --all` every page is looked at in each size and in each scheme.
export const EVERY_LOOK = Boolean(process.env.EVERY_LOOK);
const LOOKS = Object.entries(SIZES).flatMap(([size, viewport]) => ['light', 'dark'].map((colorScheme) => ({ viewport, colorScheme, told: `${size}, ${colorScheme}` })));

// How pages are looked at, and which of them in which way: otherwise every other on the wall by light, and the
// rest on a phone in the dark.
export function looks(pages) {
  const seen = (told) => (nth) => EVERY_LOOK || told === (nth % 2 ? 'phone, dark' : 'projector, light');
  return LOOKS.map((look) => ({ ...look, pages: pages.filter((_, nth) => seen(look.told)(nth)) })).filter((look) => look.pages.length);
}

// The games of a run that are stepped through: of long ones otherwise the shortest alone.
export function stepped(records) {
  const long = ({ played }) => played.steps.length;
  const most = EVERY_LOOK ? Infinity : Math.max(100, Math.min(...records.map(long)));
  return records.filter((record) => long(record) <= most);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// How long anything may take on a busy machine, in milliseconds.
export const PATIENCE = Number(process.env.PATIENCE_MS ?? 120_000);

let launched;

// The browser of all tests, launched when the first asks for it.
function browser() {
  const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => path && existsSync(path));
  // As root, as in most containers, Chromium has no sandbox of its own.
  launched ??= chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [], timeout: PATIENCE });
  return launched;
}

// Closes the browser.
export async function close() {
  const open = await launched?.catch(() => {});
  await open?.close();
}

// A browser of somebody's own, as far as pages can tell.
export async function newContext(options = {}) {
  const context = await (await browser()).newContext(options);
  context.setDefaultTimeout(PATIENCE);
  return context;
}

// Lets pages add up how much moves on them without anybody having pressed something, as `moved`.
export const countShifts = (context) => context.addInitScript(() => {
  globalThis.moved = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) globalThis.moved += shift.value;
  }).observe({ type: 'layout-shift', buffered: true });
});

const servers = new Set();

// Ends the servers that a test left behind.
export const endServers = () => Promise.all([...servers].map((end) => end()));

// Starts a server of pages; gives its address, and how to end it.
export async function serve(...words) {
  const child = spawn(REFEREE, ['serve', ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const url = await new Promise((found, failed) => {
    child.stderr.on('data', (text) => {
      said += text;
      const [, address] = /pages: (\S+)/.exec(said) ?? [];
      if (address) found(address);
    });
    child.on('exit', () => failed(new Error(said)));
  });
  const end = (signal = 'SIGTERM') => new Promise((gone) => {
    servers.delete(end);
    child.on('exit', gone);
    child.kill(signal);
  });
  servers.add(end);
  return { url, end };
}

// A page in which nothing may go wrong.
export async function open(context, url) {
  const page = await context.newPage();
  const trouble = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('dialog', (dialog) => trouble.push(dialog.message()));
  await page.goto(url);
  return { page, trouble };
}

// Waits from outside, as the policy of the page forbids what playwright would do in it.
export async function until(page, holds, argument) {
  let trouble = '';
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    // A page that is just left for another says nothing, and one that is still read lacks some elements.
    const found = await page.evaluate(holds, argument).catch(({ message }) => {
      if (!/context was destroyed|of null/.test(message)) throw new Error(message);
      trouble = message;
    });
    if (found) return found;
    await new Promise((go) => { setTimeout(go, 15); });
  }
  return assert.fail(`not so in time: ${holds} ${argument}; ${trouble} ${await page.textContent('body')}`);
}

// Nothing is wider than the page.
async function fits(page, told) {
  const [inner, wide] = await page.evaluate(() => [document.documentElement.clientWidth, document.documentElement.scrollWidth]);
  assert.ok(wide <= inner, `${told}: ${wide} wide on ${inner}`);
}

// Nobody is kept out, and nothing is wider than the page, nor would be on a phone; `ready` waits until the page
// is drawn.
export async function openToAll(page, told, ready = () => {}) {
  await ready();
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axe);
  const grave = await page.evaluate(async () => {
    // What isn't violated isn't told in full.
    const { violations } = await globalThis.axe.run({ resultTypes: ['violations'] });
    return violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
      .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`).join('; ')}`);
  });
  assert.deepEqual(grave, [], told);
  await fits(page, told);
  if (EVERY_LOOK || page.viewportSize().width <= SIZES.phone.width) return;
  const before = page.viewportSize();
  await page.setViewportSize(SIZES.phone);
  await page.reload();
  await ready();
  await fits(page, `${told}, made narrow`);
  await page.setViewportSize(before);
}

// What stands on the board of the viewer.
export const drawn = (page) => page.$$eval('#game-view [data-square]', (cells) => {
  const standing = Map.groupBy(document.querySelectorAll('#game-view .piece[data-on]'), (piece) => piece.dataset.on);
  const told = (piece) => {
    const [, kind, seat] = /^piece kind-(\S+)(?: seat-(.))?/.exec(piece.getAttribute('class'));
    return [kind, seat ?? '', ...(piece.dataset.faces ? [piece.dataset.faces] : [])].join(' ');
  };
  // Pieces are drawn in the order in which they moved.
  return cells.map((cell) => [cell.dataset.square, (standing.get(cell.dataset.at) ?? []).map(told).sort().join('+')]);
});
