/*
 * Runs before anything is painted, so it is a file of its own (no inline script) and tiny: it sets
 * the chosen theme, and hides the prerendered landing page where another page is about to come.
 */
(function () {
  var root = document.documentElement;
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    var signedOut = new URLSearchParams(location.search).has('signed-out');
    var known = localStorage.getItem('demoUser') !== null && !signedOut;
    if (location.pathname === '/' && !known) root.dataset.landing = '';
  } catch {
    if (location.pathname === '/') root.dataset.landing = '';
  }
})();
