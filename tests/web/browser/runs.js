// Runs of all games and their reports, made once by the referee that is to be tested.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

// All that is started from here on shares the cores with whoever plays beside it.
process.env.REFEREE_CORES = 'shared';

export const REFEREE = process.env.REFEREE ?? new URL('../../../target/release/referee', import.meta.url).pathname;

export const GAMES = {
  onitama: ['A', 'B'], 'cublino-pur': ['A', 'B'], 'cublino-contra': ['A', 'B'], ludo: ['A', 'B', 'C', 'D'], koolaamee: ['A', 'B'],
};

// What is looked at are pages: games are played as cheaply as they can be, on any core, by bots that may be
// late, so that a busy machine makes no game void. It changes no move.
export const CHEAP = 'jail = "off"\npin = false\ntime = { move_ms = 60000 }\nlimits = { start_ms = 60000 }\n';

// A bot that dies in its second game, and writes HTML before.
const EVIL = `import sys
print('ready', flush=True)
for line in sys.stdin:
    word = line.split()
    if word[0] == 'legal': legal = word[1:]
    if word[0] == 'go':
        print('info score=0.5 text="<img src=x onerror=alert(1)>" mark=c3,e5 arrow=c3c4 pv=' + ','.join([legal[0], legal[-1]]), flush=True)
        print('<script>alert(1)</script>', file=sys.stderr, flush=True)
        print('move', legal[0] if len(legal) != 7 else '<b>', flush=True)
    if word[0] == 'quit': break
`;

// As many at the same time as there are cores.
const waiting = [];
let free = availableParallelism();

// Runs the referee; gives what it writes to stdout.
export async function referee(...words) {
  if (free > 0) free -= 1;
  else await new Promise((go) => { waiting.push(go); });
  try {
    const { stdout } = await promisify(execFile)(REFEREE, words, { encoding: 'utf8', maxBuffer: 1 << 28 });
    return stdout;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}

async function play(folder, game, seats) {
  const names = ['ann', 'bob', 'cleo', 'dan'].slice(0, seats.length);
  const bots = names.map((name, i) => `[[bots]]\nname = "${name}"\nbot = "${i === 0 ? 'ann' : `house:level=${i}`}"\n`);
  const file = join(folder, `${game}.toml`);
  const options = seats.length > 2 ? `options = { seats = "${seats.join('')}" }\n` : '';
  writeFileSync(file, `game = "${game}"\nseed = 5\nrounds = 1\n${options}${CHEAP}${bots.join('')}`);
  await referee('run', file);
  const [run, page, lines] = ['db', 'html', 'jsonl'].map((ending) => join(folder, `${game}.${ending}`));
  await Promise.all([referee('report', run, '-o', page), referee('export', run, '--format', 'jsonl', '-o', lines)]);
  const records = readFileSync(lines, 'utf8').trim().split('\n').map((line) => JSON.parse(line).record).filter(Boolean);
  return { game, run, url: `file://${page}`, records, options: seats.length > 2 ? ['--option', `seats=${seats.join('')}`] : [] };
}

let folder;
let played;

// A run of every game, played when it is first asked for; gives for each its page, its records and a file: address.
export function runs() {
  played ??= (async () => {
    folder = mkdtempSync(join(tmpdir(), 'referee-pages-'));
    const bot = join(folder, 'ann');
    mkdirSync(bot);
    writeFileSync(join(bot, 'evil.py'), EVIL);
    writeFileSync(join(bot, 'bot.toml'), 'run = ["python3", "evil.py"]\n');
    return Promise.all(Object.entries(GAMES).map(([game, seats]) => play(folder, game, seats)));
  })();
  return played;
}

export async function removeRuns() {
  await played?.catch(() => {});
  if (folder) rmSync(folder, { recursive: true });
}

const shown = new Map();

// The squares of a state as the rules draw them: name, then what stands there.
export function squares(game, state, options) {
  const key = JSON.stringify([game, state, options]);
  if (!shown.has(key)) shown.set(key, show(game, state, options));
  return shown.get(key);
}

async function show(game, state, options) {
  const { scene } = JSON.parse(await referee('rules', game, 'show', state, '--json', ...options));
  const grids = scene.items.flatMap((item) => (item.grid && item.grid.role !== 'card' ? [item.grid] : []));
  const told = (piece) => [piece.kind, piece.seat ?? '', ...(piece.faces ?? [])].join(' ');
  return grids.flatMap((grid) => grid.squares.filter((square) => square.name).map((square) => [square.name, (square.pieces ?? []).map(told).sort().join('+')]));
}
