// Writes pictures of all pages and boards, in three sizes and both schemes, and those that the documents show:
// `npm ci && node gallery.js FOLDER` in this folder; with `--shown` those for the documents alone. A referee that is built
// in release mode is pictured, or $REFEREE.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import gifenc from 'gifenc';
import { PNG } from 'pngjs';
import { close, endServers, newContext, serve, until } from './pages.js';
import { CHEAP, REFEREE, referee } from './runs.js';

const SIZES = { phone: { width: 390, height: 844 }, laptop: { width: 1366, height: 768 }, wall: { width: 1920, height: 1080 } };
const SCHEMES = ['light', 'dark'];
// What the documents show, by the names of the pictures that are made here.
const SHOWN = {
  'game-onitama-laptop-light': 'report-onitama', 'game-ludo-laptop-dark': 'report-ludo', 'live-laptop-light': 'serve-live', 'play-onitama-laptop-light': 'play-onitama',
  'game-cublino-pur-laptop-dark': 'game-cublino', 'game-koolaamee-laptop-light': 'game-koolaamee',
};
const BOTS = ['Ronin', 'Kumo', 'Tora', 'Hana'];
const RUNS = {
  onitama: ['rounds = 2\nstart = "deal"', 4], 'cublino-pur': ['', 2], 'cublino-contra': ['', 2], ludo: ['options = { seats = "ABCD" }', 4], koolaamee: ['', 4], chess: ['', 2],
  knockout: ['game = "onitama"\nformat = "knockout"', 4], swiss: ['game = "koolaamee"\nformat = "swiss"\nrounds = 3', 4],
  test: ['game = "onitama"\nformat = "sprt"\nsprt = { elo0 = 0, elo1 = 200 }\nstart = "deal"', 2],
};
// Where a game is pictured: at a ply in its midst.
const PLIES = { onitama: 9, 'cublino-pur': 20, 'cublino-contra': 30, ludo: 120, koolaamee: 24, chess: 24 };
// Milliseconds between two pictures of the animation, and how many it has.
const [BEAT, FRAMES] = [140, 64];

// A bot that takes its time, so that its games can be watched.
const SLOW = `import random, sys, time
print('ready', flush=True)
for line in sys.stdin:
    word = line.split()
    if word[0] == 'legal': legal = word[1:]
    if word[0] == 'go':
        time.sleep(0.9)
        print('move', random.Random(len(legal)).choice(legal), flush=True)
    if word[0] == 'quit': break
`;

const [, , folder, only] = process.argv;
if (!folder) throw new Error('say where the pictures go: node gallery.js FOLDER');
const made = mkdtempSync(join(tmpdir(), 'referee-gallery-'));
const pictures = { all: join(folder, 'all'), docs: join(folder, 'docs') };
for (const path of Object.values(pictures)) mkdirSync(path, { recursive: true });

async function play(name, [settings, count]) {
  const bots = BOTS.slice(0, count).map((bot, i) => `[[bots]]\nname = "${bot}"\nbot = "house:${name === 'chess' ? ['greedy', 'random'][i] : `level=${4 - i}`}"\n`);
  const game = settings.includes('game = ') ? '' : `game = "${name}"\n`;
  writeFileSync(join(made, `${name}.toml`), `${game}seed = 3\n${settings}\n${CHEAP}${bots.join('')}`);
  await referee('run', join(made, `${name}.toml`));
  return join(made, `${name}.db`);
}

// Takes a picture of a page in each size and scheme, once `ready`.
async function picture(name, url, ready = () => {}) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of SCHEMES) {
      const file = `${name}-${size}-${colorScheme}`;
      if (only === '--shown' && !SHOWN[file]) continue;
      const context = await newContext({ viewport, colorScheme });
      const page = await context.newPage();
      await page.goto(url);
      await ready(page);
      const shot = await page.screenshot({ path: join(pictures.all, `${file}.png`) });
      if (SHOWN[file]) writeFileSync(join(pictures.docs, `${SHOWN[file]}.png`), shot);
      await context.close();
    }
  }
}

const settled = (page) => page.waitForTimeout(600);
const onBoard = async (page) => {
  await page.waitForSelector('.board [role=gridcell]');
  await settled(page);
};

// Writes what moves on a page as a GIF; pixels that stay as they are are left out.
async function animate(file, url, colorScheme) {
  const context = await newContext({ viewport: { width: 1280, height: 720 }, colorScheme });
  const page = await context.newPage();
  await page.goto(url);
  await until(page, () => document.querySelectorAll('.small:not([hidden]) [role=gridcell]').length > 0);
  const frames = [];
  for (let due = Date.now(); frames.length < FRAMES; due += BEAT) {
    frames.push(PNG.sync.read(await page.screenshot({ scale: 'css' })));
    await page.waitForTimeout(Math.max(0, due + BEAT - Date.now()));
  }
  await context.close();
  const { GIFEncoder, quantize, applyPalette } = gifenc;
  const { width, height } = frames[0];
  const palette = quantize(Buffer.concat(frames.filter((_, i) => i % 16 === 0).map(({ data }) => data)), 127);
  const clear = palette.push([0, 0, 0]) - 1;
  const gif = GIFEncoder();
  let before;
  for (const { data } of frames) {
    const now = applyPalette(data, palette.slice(0, clear));
    const shown = before ? now.map((colour, i) => (colour === before[i] ? clear : colour)) : now;
    gif.writeFrame(shown, width, height, { palette: before ? undefined : palette, delay: BEAT, transparent: Boolean(before), transparentIndex: clear, dispose: 1 });
    before = now;
  }
  gif.finish();
  writeFileSync(join(pictures.docs, file), gif.bytes());
}

async function main() {
  const runs = await Promise.all(Object.entries(RUNS).map(async ([name, run]) => [name, await play(name, run)]));
  const { url } = await serve(...runs.map(([, run]) => run), '--listen', '0', '--people', join(made, 'people.db'), '--jail', 'off');
  await picture('runs', url, settled);
  for (const [i, [name]] of runs.entries()) {
    const base = `${url}${i + 1}/`;
    for (const part of ['', 'games', 'analysis', 'tv']) await picture(`${name}-${part || 'run'}`, base + part, settled);
    if (PLIES[name]) await picture(`game-${name}`, `${base}game/1#ply=${PLIES[name]}`, onBoard);
  }
  await picture('play', `${url}play`, settled);
  await picture('nothing', `${url}nothing`);
  for (const name of ['onitama', 'cublino-pur', 'ludo', 'koolaamee', 'koolaamee drafted']) {
    await picture(`play-${name.replace(' ', '-')}`, `${url}play`, async (page) => {
      const [game, board] = name.split(' ');
      await page.selectOption('[name=game]', game);
      if (board) await page.selectOption('[name=option-board]', board);
      await page.click('text=Begin');
      await page.waitForSelector('.may, .choices button');
      await page.locator('.may').first().click();
      await settled(page);
    });
  }
  writeFileSync(join(made, 'slow.py'), SLOW);
  const slow = ['Ronin', 'Kumo', 'Tora'].map((bot) => `[[bots]]\nname = "${bot}"\nrun = ["python3", "slow.py"]\n`);
  writeFileSync(join(made, 'live.toml'), `game = "onitama"\nrounds = 20\nseed = 3\nstart = "deal"\nconcurrency = 3\n${CHEAP}${slow.join('')}`);
  const run = spawn(REFEREE, ['run', join(made, 'live.toml'), '--listen', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const live = await new Promise((found) => {
    let said = '';
    run.stderr.on('data', (text) => {
      said += text;
      const [, address] = /^pages: (\S+)/m.exec(said) ?? [];
      if (address) found(`${address}1/`);
    });
  });
  await picture('live', live, onBoard);
  await picture('live-tv', `${live}tv`, onBoard);
  for (const scheme of SCHEMES) await animate(`live-${scheme}.gif`, live, scheme);
  run.kill('SIGINT');
  await new Promise((gone) => { run.on('exit', gone); });
}

try {
  await main();
} finally {
  await close();
  await endServers();
  rmSync(made, { recursive: true });
}
