// Light or dark: as the system says, or as the reader chose by the button. This runs before anything is drawn.
(() => {
  const root = document.documentElement;
  const system = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  // A browser may keep nothing of a page.
  const kept = (act) => { try { return act(localStorage); } catch { return undefined; } };
  const choice = kept((store) => store.getItem('scheme'));
  if (choice === 'light' || choice === 'dark') root.dataset.scheme = choice;
  addEventListener('click', ({ target }) => {
    if (!target.closest('button.scheme')) return;
    const other = (root.dataset.scheme ?? system()) === 'dark' ? 'light' : 'dark';
    if (other === system()) {
      delete root.dataset.scheme;
      kept((store) => store.removeItem('scheme'));
    } else {
      root.dataset.scheme = other;
      kept((store) => store.setItem('scheme', other));
    }
    dispatchEvent(new Event('scheme'));
  });
})();
