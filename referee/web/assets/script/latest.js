// The end of the last game of a run, or of each on the list of runs, one after the other.

async function latest(place) {
  const { run } = place.dataset;
  const answer = await fetch(`${run}/latest.json`);
  if (answer.status !== 200) return place.remove();
  const { number, seats, scene } = await answer.json();
  // A picture is nothing to be stepped through by the keyboard: the link leads to the game.
  const board = html('div', { inert: '' });
  place.append(html('figcaption', { class: 'soft' }, html('a', { href: `${run}/game/${number}` }, `Game ${number}`), ': ', ...seats.flatMap(([seat, bot, won], i) => [i ? ' – ' : '', badge(seat), ' ', html(won ? 'b' : 'span', {}, html('bdi', {}, bot)), won ? ' wins' : ''])), board);
  new Board(board).show(scene.items);
}

(async () => {
  for (const place of document.querySelectorAll('.latest')) await latest(place).catch(() => {});
})();
