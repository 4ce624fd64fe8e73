import type { PlaceSuggestion } from '@curbwrench/contract/places/schemas';
import { useEffect, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';
import { describePrecision } from './chosen-place.ts';

interface SuggestionListProps {
  /** Of the list; its options are this and their index. */
  id: string;
  suggestions: readonly PlaceSuggestion[];
  activeIndex: number | null;
  isOwnAddress: boolean;
  onChoose: (suggestion: PlaceSuggestion) => void;
}

/** Renders the addresses to choose from below the field, which keeps the focus. */
export function SuggestionList({
  id,
  suggestions,
  activeIndex,
  isOwnAddress,
  onChoose,
}: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (activeIndex !== null)
      list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-md border border-line-strong bg-sheet shadow-lift">
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label="Addresses"
        className="divide-y divide-line"
      >
        {suggestions.map((suggestion, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
          <div
            key={`${suggestion.source} ${suggestion.address}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === activeIndex}
            // The focus stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(suggestion)}
            className={classNames(
              'flex min-h-touch cursor-pointer flex-col justify-center px-3 py-1.5 hover:bg-well',
              index === activeIndex && 'bg-well',
            )}
          >
            <span className="wrap-anywhere">{suggestion.address}</span>
            <span className="text-sm text-ink-soft empty:hidden">
              {describePrecision(suggestion, isOwnAddress)}
            </span>
          </div>
        ))}
      </div>
      {suggestions.some(({ source }) => source === 'service') && (
        <p className="border-t border-line px-3 py-1.5 text-xs text-ink-soft">
          Addresses © OpenStreetMap contributors
        </p>
      )}
    </div>
  );
}
