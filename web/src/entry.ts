/*
 * What came with the page is painted before anything else is fetched or runs: what draws the page takes
 * a phone's line and processor longer than its first frame. Then everything is asked for at once
 * (`preload-start.ts`, `write-first-pages.ts`).
 */
let isBegun = false;
const begin = () => {
  if (isBegun) return;
  isBegun = true;
  const links = document.getElementById('after-first-frame');
  if (links instanceof HTMLTemplateElement) document.head.append(links.content);
  void import('./main.tsx');
};

// The browser says when words are on the screen; the callback of a frame comes before that.
if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) begin();
  });
  observer.observe({ type: 'paint', buffered: true });
} else {
  requestAnimationFrame(() => setTimeout(begin));
}
// A page in the background is not painted, and one without words waits for them.
setTimeout(begin, document.hidden ? 0 : 500);
