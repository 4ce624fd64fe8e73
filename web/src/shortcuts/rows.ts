/*
 * Shortcuts find rows by attributes: `data-row` marks a row of a list, and `data-job` a job on the board, whose
 * actions are in the element with the job's id in `data-actions-of`. `data-shortcut` marks the element that a
 * shortcut clicks.
 */

/** Runs a shortcut that acts on the page's rows. */
export function runRowShortcut(shortcut: 'next' | 'previous' | 'open' | 'assign'): void {
  if (shortcut === 'next') focusRow(1);
  else if (shortcut === 'previous') focusRow(-1);
  else clickInRow(shortcut);
}

/**
 * Moves focus to the next or previous row of the page, or of the board if focus is there. From anywhere else it
 * moves to the first row.
 */
function focusRow(step: 1 | -1): void {
  const focusedElement = document.activeElement;
  const isOnBoard = focusedElement?.matches('[data-job]') ?? false;
  const current = isOnBoard ? focusedElement : (focusedElement?.closest('[data-row]') ?? null);
  const rows = [
    ...document.querySelectorAll<HTMLElement>(isOnBoard ? 'button[data-job]' : '[data-row]'),
  ].filter((row) => row.checkVisibility());
  const index = rows.findIndex((row) => row === current);
  rows[index === -1 ? 0 : index + step]?.focus();
}

/** Clicks the shortcut's element in the focused row, if the row has one. */
function clickInRow(shortcut: 'open' | 'assign'): void {
  const focusedElement = document.activeElement;
  const job = focusedElement?.getAttribute('data-job');
  const row = job
    ? document.querySelector(`[data-actions-of="${job}"]`)
    : focusedElement?.closest('[data-row]');
  row?.querySelector<HTMLElement>(`[data-shortcut="${shortcut}"]`)?.click();
}
