/*
 * What came with the page is painted before anything else runs: everything is on its way by then
 * (`preload-start.ts`), and what draws the page takes a phone longer than its first frame.
 */
let isBegun = false;
const begin = () => {
  if (isBegun) return;
  isBegun = true;
  void import('./main.tsx');
};
requestAnimationFrame(() => setTimeout(begin));
// A page in the background has no frames.
setTimeout(begin, 300);
