// The list of games can be searched.

// Words that must all stand in a row.
function filter(input) {
  const rows = [...document.querySelectorAll('#games tbody tr')];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const found = document.getElementById('found');
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    rows.forEach((row, i) => { row.hidden = !words.every((word) => texts[i].includes(word)); });
    found.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
  });
}

const search = document.getElementById('search');
if (search) filter(search);
