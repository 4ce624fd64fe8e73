import { areShortcutsOn } from './shortcut-choice.ts';

/** What the office's keyboard shortcuts do. */
export type Shortcut = 'next' | 'previous' | 'open' | 'assign' | 'book' | 'search' | 'help';

const singleKeys: Readonly<Record<string, Shortcut>> = {
  j: 'next',
  k: 'previous',
  a: 'assign',
  n: 'book',
  '/': 'search',
  '?': 'help',
};

/**
 * Returns the shortcut that a key press triggers, or null. Single-key shortcuts work only without a modifier
 * key, while no field or menu has focus, and if the user has not turned them off. Enter works only while a row
 * itself has focus. No shortcut works while a dialog is open.
 */
export function readShortcut(event: KeyboardEvent): Shortcut | null {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (event.defaultPrevented || event.isComposing) return null;
  // A popover or a hidden panel has the role of a dialog even while it is closed.
  if (
    document.querySelector('[role$=dialog]:not([popover], [hidden]), dialog[open], :popover-open')
  ) {
    return null;
  }
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'search';
  if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return null;
  if (key === 'Enter') return target.matches('[data-row]') ? 'open' : null;
  // A job that was picked up on the board handles keys itself.
  const handlesKeysItself =
    target.isContentEditable ||
    target.closest(
      'input, textarea, select, [role^=menu], [role=listbox], [data-job][aria-pressed=true]',
    );
  if (handlesKeysItself || !areShortcutsOn()) return null;
  const shortcut = singleKeys[key] ?? null;
  // Holding a key down repeats a shortcut only if it moves between rows.
  return event.repeat && shortcut !== 'next' && shortcut !== 'previous' ? null : shortcut;
}
