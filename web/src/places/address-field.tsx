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
import { getSuggestedPlace, keepWhenEdited, toPin, type ChosenPlace } from './chosen-place.ts';
import { CurrentLocation } from './current-location.tsx';
import { PinNote } from './pin-note.tsx';
import { useLocateAddress, usePlaceSuggestions } from './queries.ts';
import { useSettled } from './use-settled.ts';

// Fetched when the field is first focused.
const SuggestionList = lazyComponent(
  async () => (await import('./suggestion-list.tsx')).SuggestionList,
);
// Fetched when there is an address.
const AddressPin = lazyComponent(async () => (await import('./address-pin.tsx')).AddressPin);

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
 * location on request; a pin on a map below it can be moved. Without suggestions it is a plain text field.
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
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  /** Where the pin was before it was moved by hand; null if it was not. */
  const [unmoved, setUnmoved] = useState<ChosenPlace | null>(null);
  const typed = useSettled(address.trim(), typingPauseMs);
  const { suggestions, isServiceDown } = usePlaceSuggestions(typed, customerId, isOpen);
  const locateAddress = useLocateAddress(customerId);
  const latestValue = useRef({ address, place });
  useLayoutEffect(() => {
    latestValue.current = { address, place };
  });
  const isPin = place?.precision === 'pin';
  const isListShown = isOpen && suggestions.length > 0;
  const active = isListShown && activeIndex !== null ? suggestions[activeIndex] : undefined;

  function setList(open: boolean) {
    setOpen(open);
    setActiveIndex(null);
  }

  function change(
    location: string,
    changedPlace: ChosenPlace | null,
    unmovedPlace: ChosenPlace | null = null,
  ) {
    setUnmoved(unmovedPlace);
    onValueChange({ location, place: changedPlace });
  }

  function choose(suggestion: PlaceSuggestion) {
    setList(false);
    change(suggestion.address, getSuggestedPlace(suggestion));
  }

  /** Places an address that was typed and not chosen, so that the answers about it are those of the booking. */
  async function locateTyped() {
    const text = address.trim();
    if (text === '' || place !== null) return;
    const located = await locateAddress(text);
    const { current } = latestValue;
    const isUnchanged = current.address === address && current.place === null;
    if (located && isUnchanged) change(address, located);
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
              ref={input}
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
                change(target.value, keepWhenEdited(place), keepWhenEdited(unmoved));
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
      {isPin && (
        <PinNote
          isMoved={unmoved !== null}
          onUndo={(isByKeys) => {
            change(address, unmoved);
            // The button is gone. After a tap, a phone's keyboard would cover the map.
            if (isByKeys) input.current?.focus();
          }}
        />
      )}
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2 empty:hidden">
        {isOwnAddress && (
          <CurrentLocation
            isSet={isPin}
            onLocate={(location, pin) => {
              // Finding it takes a while: what was typed meanwhile stays.
              const typedSince = latestValue.current.address;
              change(typedSince === address ? (location ?? address) : typedSince, pin);
            }}
          />
        )}
        {(address !== '' || place) && (
          <LazyPart>
            <AddressPin
              address={address}
              place={place}
              isOwnAddress={isOwnAddress}
              onMove={(position) => change(address, toPin(position), unmoved ?? place)}
            />
          </LazyPart>
        )}
      </div>
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
