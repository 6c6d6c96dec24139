// Reads games from a packed page; a block is decompressed when one of its games is opened.

async function inflate(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(stream).text());
}

class Pack {
  constructor(packed) {
    this.packed = packed;
    this.places = new Map(packed.places.map(([number, block, place]) => [number, { block, place }]));
    this.blocks = new Map();
  }

  has(number) {
    return this.places.has(number);
  }

  // Returns a game as a film: the items of the first position, and the shots that follow.
  async film(number) {
    const { block, place } = this.places.get(number);
    this.common ??= inflate(this.packed.common);
    if (!this.blocks.has(block)) this.blocks.set(block, inflate(this.packed.blocks[block]));
    const [common, games] = await Promise.all([this.common, this.blocks.get(block)]);
    const game = games[place];
    const changes = (numbers) => numbers.map((number) => common.changes[number]);
    const [remarks, expected] = [new Map(game.remarks), new Map(game.expected)];
    const line = (at) => (expected.get(at) ?? []).map(([seat, word, numbers]) => ({ seat, word, changes: changes(numbers) }));
    const shots = game.words.map((word, i) => {
      const [seat, deed, text, paths, effects] = common.words[word];
      return { seat, deed, word: text, paths, effects, us: game.us[i], remark: remarks.get(i), expected: line(i), changes: changes(game.changes[i]) };
    });
    return { items: apply(common.items, changes(game.start)), shots };
  }
}
