/* Before anything is painted: the chosen theme, and whether somebody of the demo was here before. */
// Zod would compile its schemas by `new Function`, which our content security policy forbids and reports.
globalThis.__zod_globalConfig = { jitless: true };
(function () {
  var root = document.documentElement;
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') {
      root.dataset.theme = theme;
      // The browser's bars too, as `layout/theme.ts` does when one is chosen.
      document.querySelectorAll('meta[name="theme-color"]').forEach(function (bars) {
        bars.setAttribute('media', bars.getAttribute('data-of') === theme ? 'all' : 'not all');
      });
    }
    // Their account is opened again: they see no landing page on the way in.
    if (localStorage.getItem('demoUser') && !location.search.includes('signed-out')) {
      root.dataset.known = '';
    }
  } catch {
    // No storage, nobody known.
  }
})();
