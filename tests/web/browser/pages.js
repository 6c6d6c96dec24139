// What the tests of served pages share: a browser, a server, and looking from outside.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { REFEREE } from './runs.js';

export const SIZES = { phone: { width: 390, height: 844 }, projector: { width: 1920, height: 1080 } };
// Each size and each scheme is looked at, and with `tests/run --all` each of both.
export const spared = (size, scheme) => !process.env.EVERY_LOOK && (size === 'phone') !== (scheme === 'dark');

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export function launch() {
  const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => path && existsSync(path));
  // As root, as in most containers, Chromium has no sandbox of its own.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

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
  for (let tries = 0; tries < 600; tries++) {
    const found = await page.evaluate(holds, argument);
    if (found) return found;
    await new Promise((go) => { setTimeout(go, 15); });
  }
  return assert.fail(`not so in time: ${holds} ${argument}; ${await page.textContent('body')}`);
}

// Nobody is kept out, and nothing is wider than the page.
export async function openToAll(page, told) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const grave = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
  assert.deepEqual(grave.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`).join('; ')}`), [], told);
  const [inner, wide] = await page.evaluate(() => [document.documentElement.clientWidth, document.documentElement.scrollWidth]);
  assert.ok(wide <= inner, `${told}: ${wide} wide on ${inner}`);
}

// What stands on the board of the viewer.
export const drawn = (page) => page.$$eval('#game-view [data-square]', (cells) => cells.map((cell) => {
  const told = (piece) => {
    const [, kind, seat] = /^piece (\S+)(?: seat-(.))?$/.exec(piece.getAttribute('class'));
    const [top] = [...piece.querySelectorAll('.top')].map((text) => text.textContent);
    const sides = [...piece.querySelectorAll('.side')].map((text) => text.textContent);
    return [kind, seat ?? '', ...(top ? [top, ...sides] : [])].join(' ');
  };
  return [cell.dataset.square, [...cell.querySelectorAll('.piece')].map(told).join('+')];
}));
