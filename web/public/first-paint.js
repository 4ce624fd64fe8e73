/* Before anything is painted: the chosen theme, and the prerendered landing page at the start. */
(function () {
  var root = document.documentElement;
  // The server knows who is signed in, and sends them the shell of their page instead.
  var isStart = location.pathname === '/' && !('shell' in root.dataset);
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') {
      root.dataset.theme = theme;
      // The browser's bars too, as `features/layout/theme.ts` does when one is chosen.
      document.querySelectorAll('meta[name="theme-color"]').forEach(function (bars) {
        bars.setAttribute('media', bars.getAttribute('data-of') === theme ? 'all' : 'not all');
      });
    }
    var known = localStorage.getItem('demoUser') || localStorage.getItem('signedInAs');
    // Whoever was here before sees no landing page on the way in.
    if (known && !location.search.includes('signed-out')) isStart = false;
  } catch {
    // No storage, nobody known.
  }
  if (isStart) root.dataset.landing = '';
  // The page of somebody signed in writes dates. The first one loads all that `Intl` knows, a tenth of a
  // second on a phone, which has nothing else to do while the styles and the fonts are on their way.
  if ('shell' in root.dataset) new Intl.DateTimeFormat('en-US').format();
})();
