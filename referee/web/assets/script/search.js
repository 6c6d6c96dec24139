// Searches the list of games.

// Shows the rows that contain all words; a number alone is the number of a game.
function filter(input) {
  const rows = [...document.querySelectorAll('#games tbody tr')];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const found = document.getElementById('found');
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const [, number] = /^\s*(\d+)\s*$/.exec(input.value) ?? [];
    const fits = (row, i) => (number ? Number(row.dataset.game) === Number(number) : words.every((word) => texts[i].includes(word)));
    rows.forEach((row, i) => { row.hidden = !fits(row, i); });
    found.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
  });
}

const search = document.getElementById('search');
if (search) filter(search);
