import type { PlaceSuggestion } from '@curbwrench/contract/places/schemas';
import { SuggestionList } from '../ui/suggestion-list.tsx';
import { describePrecision } from './chosen-place.ts';

interface AddressListProps {
  /** The id of the list; an option's id is this id followed by the option's index. */
  id: string;
  suggestions: readonly PlaceSuggestion[];
  activeIndex: number | null;
  onChoose: (index: number) => void;
}

/** Renders the suggested addresses below the field. */
export function AddressList({ id, suggestions, activeIndex, onChoose }: AddressListProps) {
  return (
    <SuggestionList
      id={id}
      label="Addresses"
      suggestions={suggestions.map((suggestion) => ({
        key: `${suggestion.source} ${suggestion.address}`,
        content: (
          <>
            <span className="wrap-anywhere">{suggestion.address}</span>
            <span className="text-sm text-ink-soft empty:hidden">
              {describePrecision(suggestion)}
            </span>
          </>
        ),
      }))}
      activeIndex={activeIndex}
      onChoose={onChoose}
    >
      {suggestions.some(({ source }) => source === 'service') && (
        <p className="border-t border-line px-3 py-1.5 text-xs text-ink-soft">
          Addresses © OpenStreetMap contributors
        </p>
      )}
    </SuggestionList>
  );
}
