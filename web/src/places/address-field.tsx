import { textLimits } from '@curbwrench/contract/fields/text-limits';
import type { PlaceSuggestion } from '@curbwrench/contract/places/schemas';
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { Field } from '../ui/field.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { getSuggestedPlace, keepWhenEdited, type ChosenPlace } from './chosen-place.ts';
import { CurrentLocation } from './current-location.tsx';
import { useLocateAddress, usePlaceSuggestions } from './queries.ts';
import { useSettled } from './use-settled.ts';

// Fetched when the field is first focused.
const SuggestionList = lazyComponent(
  async () => (await import('./suggestion-list.tsx')).SuggestionList,
);

const typingPauseMs = 250;

interface AddressFieldProps {
  label: string;
  hint: string;
  error: string | undefined;
  /** As typed or chosen. */
  address: string;
  place: ChosenPlace | null;
  /** Whether the person is there; the office books for others. */
  isOwnAddress: boolean;
  /** For dispatch: whose earlier addresses are suggested. */
  customerId: string | undefined;
  onValueChange: (value: { location: string; place: ChosenPlace | null }) => void;
  /** Shown below the field. */
  children: ReactNode;
}

/**
 * Renders a text field for an address that suggests addresses while one types, and takes the current
 * location on request. Without suggestions it is a plain text field.
 */
export function AddressField({
  label,
  hint,
  error,
  address,
  place,
  isOwnAddress,
  customerId,
  onValueChange,
  children,
}: AddressFieldProps) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const typed = useSettled(address.trim(), typingPauseMs);
  const { suggestions, isServiceDown } = usePlaceSuggestions(typed, customerId, isOpen);
  const locateAddress = useLocateAddress(customerId);
  const latestValue = useRef({ address, place });
  useLayoutEffect(() => {
    latestValue.current = { address, place };
  });
  const isListShown = isOpen && suggestions.length > 0;
  const active = isListShown && activeIndex !== null ? suggestions[activeIndex] : undefined;

  function setList(open: boolean) {
    setOpen(open);
    setActiveIndex(null);
  }

  function choose(suggestion: PlaceSuggestion) {
    setList(false);
    onValueChange({ location: suggestion.address, place: getSuggestedPlace(suggestion) });
  }

  /** Places an address that was typed and not chosen, so that the answers about it are those of the booking. */
  async function locateTyped() {
    const text = address.trim();
    if (text === '' || place !== null) return;
    const located = await locateAddress(text);
    const { current } = latestValue;
    const isUnchanged = current.address === address && current.place === null;
    if (located && isUnchanged) onValueChange({ location: address, place: located });
  }

  function handleKey(event: KeyboardEvent) {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      setActiveIndex(moveActive(activeIndex, key === 'ArrowDown' ? 1 : -1, suggestions.length));
    } else if (key === 'Escape' && isListShown) {
      event.preventDefault();
      setList(false);
    } else if (key === 'Enter' && active) {
      // Without an active suggestion, Enter submits the form.
      event.preventDefault();
      choose(active);
    }
  }

  return (
    <div className="grid gap-2">
      <Field label={label} hint={hint} error={error}>
        {(control) => (
          <div className="relative">
            <TextInput
              {...control}
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={isListShown}
              aria-controls={isListShown ? listId : undefined}
              aria-activedescendant={active ? `${listId}-${activeIndex}` : undefined}
              autoComplete="street-address"
              maxLength={textLimits.address}
              value={address}
              onChange={({ target }) => {
                setList(true);
                onValueChange({ location: target.value, place: keepWhenEdited(place) });
              }}
              onFocus={() => {
                void SuggestionList.preload();
                if (address === '') setList(true);
              }}
              onBlur={() => {
                setList(false);
                void locateTyped();
              }}
              onKeyDown={handleKey}
            />
            {isListShown && (
              <LazyPart>
                <SuggestionList
                  id={listId}
                  suggestions={suggestions}
                  activeIndex={activeIndex}
                  isOwnAddress={isOwnAddress}
                  onChoose={choose}
                />
              </LazyPart>
            )}
          </div>
        )}
      </Field>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {isServiceDown &&
          "Address search isn't available right now. You can type the whole address."}
      </p>
      {isOwnAddress && (
        <CurrentLocation
          isSet={place?.precision === 'pin'}
          onLocate={(location, pin) => onValueChange({ location: location ?? address, place: pin })}
          onRemove={() => onValueChange({ location: address, place: null })}
        />
      )}
      {children}
    </div>
  );
}

/** Returns the index after moving by one, from the end to the start; null if there is nothing to move to. */
function moveActive(index: number | null, by: 1 | -1, count: number): number | null {
  if (count === 0) return null;
  if (index === null) return by === 1 ? 0 : count - 1;
  return (index + by + count) % count;
}
