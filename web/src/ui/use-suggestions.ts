import { useId, useState, type KeyboardEvent } from 'react';

/**
 * Opens and closes the list of suggestions under a text field and moves through it by keyboard. The field keeps
 * focus, and any text can be typed. `SuggestionList` renders the list.
 */
export function useSuggestions() {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState<number | null>(null);

  function setListOpen(open: boolean) {
    setIsOpen(open);
    setActiveIndex(null);
  }

  /** Returns the field's properties; `count` suggestions match its text. */
  function getFieldProps(count: number, onChoose: (index: number) => void) {
    const isShown = isOpen && count > 0;
    const active = isShown && activeIndex !== null && activeIndex < count ? activeIndex : null;
    return {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isShown,
      'aria-controls': isShown ? listId : undefined,
      // Tells the enclosing dialog that the list is open, so that Escape closes only the list.
      'data-suggesting': isShown ? '' : undefined,
      'aria-activedescendant': active === null ? undefined : `${listId}-${active}`,
      onKeyDown: (event: KeyboardEvent) => {
        const { key } = event;
        if (key === 'ArrowDown' || key === 'ArrowUp') {
          event.preventDefault();
          setIsOpen(true);
          setActiveIndex(moveActive(activeIndex, key === 'ArrowDown' ? 1 : -1, count));
        } else if (key === 'Escape' && isShown) {
          event.preventDefault();
          setListOpen(false);
        } else if (key === 'Enter' && active !== null) {
          // Without an active suggestion, Enter submits the form.
          event.preventDefault();
          onChoose(active);
        }
      },
    } as const;
  }

  return { listId, isOpen, activeIndex, setListOpen, getFieldProps };
}

/** Returns the index after moving by one, wrapping around at the ends; null for an empty list. */
function moveActive(index: number | null, step: 1 | -1, count: number): number | null {
  if (count === 0) return null;
  if (index === null) return step === 1 ? 0 : count - 1;
  return (index + step + count) % count;
}
