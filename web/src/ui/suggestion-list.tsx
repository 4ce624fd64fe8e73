import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { placePopover } from './place-popover.ts';

interface SuggestionListProps {
  /** The id of the list; a suggestion's id is this id followed by its index. */
  id: string;
  label: string;
  /** Each with a unique key. */
  suggestions: readonly { readonly key: string; readonly content: ReactNode }[];
  activeIndex: number | null;
  onChoose: (index: number) => void;
  /** Shown below the list. */
  children?: ReactNode;
}

/**
 * Renders suggestions below or above the parent element, which also contains the text field. The field has the
 * properties from `useSuggestions` and keeps focus.
 */
export function SuggestionList({
  id,
  label,
  suggestions,
  activeIndex,
  onChoose,
  children,
}: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = popover.current;
    const field = element?.parentElement;
    if (!element || !field) return;
    const updatePosition = () => {
      element.style.width = `${field.offsetWidth}px`;
      placePopover(element, field);
    };
    // Shown as a popover, because a dialog would cut off what extends beyond its edge.
    element.showPopover();
    updatePosition();
    const resizeObserver = new ResizeObserver(updatePosition);
    resizeObserver.observe(element);
    addEventListener('resize', updatePosition);
    addEventListener('scroll', updatePosition, { passive: true, capture: true });
    return () => {
      resizeObserver.disconnect();
      removeEventListener('resize', updatePosition);
      removeEventListener('scroll', updatePosition, { capture: true });
    };
  }, []);
  useEffect(() => {
    if (activeIndex !== null)
      list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);
  return (
    <div
      ref={popover}
      popover="manual"
      className="fixed inset-auto m-0 max-h-72 overflow-y-auto rounded-md border border-line-strong bg-sheet p-0 text-ink shadow-lift"
    >
      <div ref={list} id={id} role="listbox" aria-label={label} className="divide-y divide-line">
        {suggestions.map(({ key, content }, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
          <div
            key={key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === activeIndex}
            // Focus stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(index)}
            className={classNames(
              'flex min-h-touch cursor-pointer flex-col justify-center px-3 py-1.5 hover:bg-well',
              index === activeIndex && 'bg-well',
            )}
          >
            {content}
          </div>
        ))}
      </div>
      {children}
    </div>
  );
}
