/* The scripts of a page that the server rendered are fetched once it is on the screen. */
(function () {
  var own = document.currentScript.dataset;
  function begin() {
    own.preloads.split(' ').forEach(function (file) {
      var link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = file;
      document.head.append(link);
    });
    own.scripts.split(' ').forEach(function (file) {
      var script = document.createElement('script');
      script.type = 'module';
      script.async = false;
      script.src = file;
      document.head.append(script);
    });
  }
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return begin();
  new PerformanceObserver(function (list, observer) {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    begin();
  }).observe({ type: 'paint', buffered: true });
})();
