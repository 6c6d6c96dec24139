// Runs of all games and their reports, made once by the referee that is to be tested.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// All that is started from here on shares the cores with whoever plays beside it.
process.env.REFEREE_CORES = 'shared';

export const REFEREE = process.env.REFEREE ?? new URL('../../../target/release/referee', import.meta.url).pathname;

export const GAMES = {
  onitama: ['A', 'B'], 'cublino-pur': ['A', 'B'], 'cublino-contra': ['A', 'B'], ludo: ['A', 'B', 'C', 'D'], koolaamee: ['A', 'B'],
};

// A bot that dies in its second game, and writes HTML before.
const EVIL = `import sys
print('ready', flush=True)
for line in sys.stdin:
    word = line.split()
    if word[0] == 'legal': legal = word[1:]
    if word[0] == 'go':
        print('info score=0.5 text="<img src=x onerror=alert(1)>" mark=c3,e5 arrow=c3c4', flush=True)
        print('<script>alert(1)</script>', file=sys.stderr, flush=True)
        print('move', legal[0] if len(legal) != 7 else '<b>', flush=True)
    if word[0] == 'quit': break
`;

export const referee = (...words) => execFileSync(REFEREE, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 });

// Plays every game; gives for each its page, its records and a file: address.
export function play() {
  const folder = mkdtempSync(join(tmpdir(), 'referee-pages-'));
  const bot = join(folder, 'ann');
  mkdirSync(bot);
  writeFileSync(join(bot, 'evil.py'), EVIL);
  writeFileSync(join(bot, 'bot.toml'), 'run = ["python3", "evil.py"]\n');
  const runs = Object.entries(GAMES).map(([game, seats]) => {
    const names = ['ann', 'bob', 'cleo', 'dan'].slice(0, seats.length);
    const bots = names.map((name, i) => `[[bots]]\nname = "${name}"\nbot = "${i === 0 ? 'ann' : `house:level=${i}`}"\n`);
    const file = join(folder, `${game}.toml`);
    const options = seats.length > 2 ? `options = { seats = "${seats.join('')}" }\n` : '';
    writeFileSync(file, `game = "${game}"\nseed = 5\nrounds = 1\n${options}time = { move_ms = 500 }\n${bots.join('')}`);
    referee('run', file);
    const [run, page, lines] = ['db', 'html', 'jsonl'].map((ending) => join(folder, `${game}.${ending}`));
    referee('report', run, '-o', page);
    referee('export', run, '--format', 'jsonl', '-o', lines);
    const records = readFileSync(lines, 'utf8').trim().split('\n').map((line) => JSON.parse(line).record).filter(Boolean);
    return { game, run, url: `file://${page}`, records, options: seats.length > 2 ? ['--option', `seats=${seats.join('')}`] : [] };
  });
  return { runs, remove: () => rmSync(folder, { recursive: true }) };
}

// The squares of a state as the rules draw them: name, then what stands there.
export function squares(game, state, options) {
  const { scene } = JSON.parse(referee('show', game, state, '--json', ...options));
  const grids = scene.items.flatMap((item) => (item.grid && item.grid.ruling !== 'plain' ? [item.grid] : []));
  const told = (piece) => [piece.kind, piece.seat ?? '', ...(piece.faces ?? [])].join(' ');
  return grids.flatMap((grid) => grid.squares.filter((square) => square.name).map((square) => [square.name, (square.pieces ?? []).map(told).join('+')]));
}
