import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { Field } from '../ui/field.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { useSuggestions } from '../ui/use-suggestions.ts';
import { getSuggestedPlace, getPlaceAfterEdit, toPin, type ChosenPlace } from './chosen-place.ts';
import { CurrentLocation } from './current-location.tsx';
import { PinNote } from './pin-note.tsx';
import { useLocateAddress, usePlaceSuggestions } from './queries.ts';
import { useDebounced } from '../ui/use-debounced.ts';

// Loaded when the field is first focused.
const AddressList = lazyComponent(async () => (await import('./address-list.tsx')).AddressList);
// Loaded once there is an address.
const AddressPin = lazyComponent(async () => (await import('./address-pin.tsx')).AddressPin);

const debounceDelayMs = 250;

interface AddressFieldProps {
  label: string;
  hint: string;
  error: string | undefined;
  /** The address as typed or chosen. */
  address: string;
  place: ChosenPlace | null;
  /** Whether the user is at this address; false when the office books for someone else. */
  isOwnAddress: boolean;
  /** For the office: the customer whose previous addresses are suggested. */
  customerId: string | undefined;
  onValueChange: (value: { location: string; place: ChosenPlace | null }) => void;
  /** Shown below the field. */
  children: ReactNode;
}

/**
 * Renders a text field that suggests addresses as the user types, a button to use the current location, and
 * a map with a movable pin. Without suggestions it is a plain text field.
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
  const input = useRef<HTMLInputElement>(null);
  const { listId, isOpen, activeIndex, setListOpen, getFieldProps } = useSuggestions();
  /** The place before the user moved the pin; null if they have not. */
  const [placeBeforeMove, setPlaceBeforeMove] = useState<ChosenPlace | null>(null);
  const debouncedAddress = useDebounced(address.trim(), debounceDelayMs);
  const { suggestions, isServiceDown } = usePlaceSuggestions(debouncedAddress, customerId, isOpen);
  // The list must not cover an empty field's error message.
  const offeredSuggestions = address === '' && error !== undefined ? [] : suggestions;
  const locateAddress = useLocateAddress(customerId);
  const latestValue = useRef({ address, place });
  useLayoutEffect(() => {
    latestValue.current = { address, place };
  });
  const isPin = place?.precision === 'pin';

  function change(
    location: string,
    changedPlace: ChosenPlace | null,
    newPlaceBeforeMove: ChosenPlace | null = null,
  ) {
    setPlaceBeforeMove(newPlaceBeforeMove);
    onValueChange({ location, place: changedPlace });
  }

  function choose(index: number) {
    const suggestion = offeredSuggestions[index];
    setListOpen(false);
    if (suggestion) change(suggestion.address, getSuggestedPlace(suggestion));
  }

  /** Locates an address that was typed, not chosen, so that the form uses the same place as the booking will. */
  async function locateTypedAddress() {
    const text = address.trim();
    if (text === '' || place !== null) return;
    const locatedPlace = await locateAddress(text);
    const { current } = latestValue;
    const isUnchanged = current.address === address && current.place === null;
    if (locatedPlace && isUnchanged) change(address, locatedPlace);
  }

  return (
    <div className="grid gap-2">
      <Field label={label} hint={hint} error={error}>
        {(control) => (
          <div className="relative">
            <TextInput
              {...control}
              ref={input}
              {...getFieldProps(offeredSuggestions.length, choose)}
              autoComplete="street-address"
              maxLength={textLimits.address}
              value={address}
              onChange={({ target }) => {
                setListOpen(true);
                change(target.value, getPlaceAfterEdit(place), getPlaceAfterEdit(placeBeforeMove));
              }}
              onFocus={() => {
                void AddressList.preload();
                if (address === '') setListOpen(true);
              }}
              onBlur={() => {
                setListOpen(false);
                void locateTypedAddress();
              }}
            />
            {isOpen && offeredSuggestions.length > 0 && (
              <LazyPart>
                <AddressList
                  id={listId}
                  suggestions={offeredSuggestions}
                  activeIndex={activeIndex}
                  onChoose={choose}
                />
              </LazyPart>
            )}
          </div>
        )}
      </Field>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {isServiceDown &&
          "Address search isn't available right now. You can enter the full address."}
      </p>
      {isPin && (
        <PinNote
          isMoved={placeBeforeMove !== null}
          onUndo={(usedKeyboard) => {
            change(address, placeBeforeMove);
            // Moves focus to the field, since the focused button was removed. Not after a tap: a phone's on-screen
            // keyboard would cover the map.
            if (usedKeyboard) input.current?.focus();
          }}
        />
      )}
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2 empty:hidden">
        {isOwnAddress && (
          <CurrentLocation
            isSet={isPin}
            onLocate={(location, pin) => {
              // Finding the location takes a while, so text typed during that time is preserved.
              const latestAddress = latestValue.current.address;
              change(latestAddress === address ? (location ?? address) : latestAddress, pin);
            }}
          />
        )}
        {(address !== '' || place) && (
          <LazyPart>
            <AddressPin
              address={address}
              place={place}
              isOwnAddress={isOwnAddress}
              onMove={(position) => change(address, toPin(position), placeBeforeMove ?? place)}
            />
          </LazyPart>
        )}
      </div>
      {children}
    </div>
  );
}
