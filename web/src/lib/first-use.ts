/** The first sign that somebody is at the page: a hand on it, a mouse over it, a key. */
const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/**
 * Does the work as soon as somebody touches the page; for what they may want next, and what drawing
 * the page must not wait for, however idle the browser is: a phone's processor is slow, and fetching is
 * not all that a script costs. Answers how to call it off.
 */
export function whenUsed(work: () => void): () => void {
  const used = new AbortController();
  for (const sign of signs) {
    addEventListener(
      sign,
      () => {
        used.abort();
        work();
      },
      { capture: true, passive: true, signal: used.signal },
    );
  }
  return () => used.abort();
}
