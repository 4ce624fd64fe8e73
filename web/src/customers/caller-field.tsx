import { isSearchable } from '@curbwrench/contract/fields/search-text';
import { extractPhoneDigits } from '@curbwrench/contract/customers/phone-number';
import type { Customer } from '@curbwrench/contract/customers/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { ChosenCustomer } from '../people/chosen-customer.tsx';
import { FieldError } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { CustomerChoices } from './customer-choices.tsx';
import { CustomerLine } from './customer-line.tsx';
import { customerQuery, useCustomerSearch } from './queries.ts';
import { ShortSearchHint } from '../forms/short-search-hint.tsx';

interface CallerFieldProps {
  customerId: string | null;
  error: string | undefined;
  onChoose: (customer: Customer) => void;
  onClear: () => void;
  /** Called with the text entered, which is a name or a phone number. */
  onNew: (input: { readonly name: string } | { readonly phone: string }) => void;
}

/** Lets the office choose the customer for a booking by phone: an existing customer or a new one. */
export function CallerField({ customerId, error, onChoose, onClear, onNew }: CallerFieldProps) {
  return customerId === null ? (
    <CallerSearch error={error} onChoose={onChoose} onNew={onNew} />
  ) : (
    <ChosenCaller customerId={customerId} onLoad={onChoose} onClear={onClear} />
  );
}

type CallerSearchProps = Pick<CallerFieldProps, 'error' | 'onChoose' | 'onNew'>;

function CallerSearch({ error, onChoose, onNew }: CallerSearchProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const text = search.trim();
  const query = useCustomerSearch(useDeferredValue(text));
  useEffect(() => {
    // Not on a phone, where the keyboard would cover the page.
    if (matchMedia('(pointer: fine)').matches) input.current?.focus({ preventScroll: true });
  }, []);
  const startNew = () => onNew(parseNameOrPhone(text));
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        Customer
      </label>
      <TextInput
        id={id}
        ref={input}
        type="search"
        placeholder="Name, phone, email, or plate"
        autoComplete="off"
        maxLength={textLimits.search}
        value={search}
        aria-required
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={({ target }) => setSearch(target.value)}
      />
      {text !== '' && (
        <div className="divide-y divide-line rounded-md border border-line bg-sheet">
          {/* First, so that it does not move under the pointer when results arrive. */}
          <button
            type="button"
            onClick={startNew}
            className="flex min-h-touch w-full items-center gap-2 px-3 py-1.5 text-left font-semibold transition-colors hover:bg-well focus-visible:-outline-offset-3"
          >
            <UserRoundPlus className="size-5 shrink-0 text-ink-soft" aria-hidden />
            <span className="min-w-0 wrap-anywhere">New customer: {text}</span>
          </button>
          <ShortSearchHint text={text} />
          {isSearchable(text) && (
            <Loaded
              query={query}
              skeleton={<Skeleton className="h-11" />}
              failure="We couldn't load the customers."
              getCause={getErrorMessage}
            >
              {(customers) =>
                customers.length > 0 && (
                  <CustomerChoices customers={customers} onChoose={onChoose} />
                )
              }
            </Loaded>
          )}
        </div>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

interface ChosenCallerProps {
  customerId: string;
  onLoad: (customer: Customer) => void;
  onClear: () => void;
}

function ChosenCaller({ customerId, onLoad, onClear }: ChosenCallerProps) {
  const query = useQuery(customerQuery(customerId));
  const isLoaded = query.data !== undefined;
  const latest = useRef({ onLoad, customer: query.data });
  useEffect(() => {
    latest.current = { onLoad, customer: query.data };
  });
  useEffect(() => {
    // Fills in the customer's address and vehicle, even if the customer's id came from a link.
    const { customer } = latest.current;
    if (isLoaded && customer) latest.current.onLoad(customer);
  }, [isLoaded]);
  return (
    <ChosenCustomer query={query} onClear={onClear}>
      {(customer) => <CustomerLine customer={customer} />}
    </ChosenCustomer>
  );
}

/** Returns the text as a phone number if it looks like one, otherwise as a name. */
function parseNameOrPhone(text: string): { readonly name: string } | { readonly phone: string } {
  const isPhone = extractPhoneDigits(text).length >= 3 && /^[\d\s().+\-/]+$/.test(text);
  return isPhone ? { phone: text } : { name: text };
}
