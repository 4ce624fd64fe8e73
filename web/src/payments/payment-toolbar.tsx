import { displayDayInSentence } from '@curbwrench/contract/fields/calendar';
import { paymentStatuses, paymentStatusLabels } from '@curbwrench/contract/payments/payment-status';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useToday } from '../business/today.ts';
import type { PaymentSort, PaymentsSearch } from '../searches.ts';
import { ShortSearchHint } from '../forms/short-search-hint.tsx';
import { Button } from '../ui/button.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Select } from '../ui/select.tsx';
import { defaultSort } from './payment-sorting.ts';

interface PaymentToolbarProps {
  search: PaymentsSearch;
  /** The payment date to filter by; undefined for no filter or an invalid date. */
  paidOn: string | undefined;
  onSearchChange: (change: {
    [Key in keyof PaymentsSearch]: PaymentsSearch[Key] | undefined;
  }) => void;
  /** Whether to offer searching and sorting by customer (admins only). */
  hasCustomerControls: boolean;
}

/** How long to wait after the last keystroke before searching. */
const debounceDelayMs = 250;

const sortLabels: Record<PaymentSort, string> = {
  '-date': 'Newest first',
  date: 'Oldest first',
  '-amount': 'Largest amount first',
  amount: 'Smallest amount first',
  customer: 'Customer, A to Z',
  '-customer': 'Customer, Z to A',
  status: 'Status, A to Z',
  '-status': 'Status, Z to A',
};

/** Renders the payment filters, and on narrow screens, where the table has no header, the sort order. */
export function PaymentToolbar({
  search,
  paidOn,
  onSearchChange,
  hasCustomerControls,
}: PaymentToolbarProps) {
  const today = useToday();
  const sorts = Object.entries(sortLabels).filter(
    ([sort]) => hasCustomerControls || !sort.endsWith('customer'),
  );
  return (
    <div className="@container my-5">
      <div className="grid grid-cols-2 gap-3 @4xl:flex">
        {hasCustomerControls && (
          <SearchField
            value={search.search ?? ''}
            onValueChange={(text) => onSearchChange({ search: text || undefined })}
          />
        )}
        <Select
          aria-label="Filter by status"
          value={search.status ?? 'all'}
          className="@4xl:w-44"
          onChange={({ target }) =>
            onSearchChange({ status: paymentStatuses.find((status) => status === target.value) })
          }
        >
          <option value="all">All</option>
          {paymentStatuses.map((status) => (
            <option key={status} value={status}>
              {paymentStatusLabels[status]}
            </option>
          ))}
        </Select>
        {paidOn !== undefined && (
          <Button
            icon={<X className="size-4" aria-hidden />}
            className="figures max-@4xl:col-span-2 max-@4xl:row-start-3"
            onClick={() => onSearchChange({ paidOn: undefined })}
          >
            <span className="sr-only">Remove the filter: </span>
            Paid {displayDayInSentence(paidOn, today)}
          </Button>
        )}
        <span className="@4xl:hidden">
          <Select
            aria-label="Sort by"
            value={search.sort ?? defaultSort}
            onChange={({ target }) =>
              onSearchChange({
                sort: sorts.find(([sort]) => sort === target.value)?.[0] as PaymentSort,
              })
            }
          >
            {sorts.map(([sort, label]) => (
              <option key={sort} value={sort}>
                {label}
              </option>
            ))}
          </Select>
        </span>
      </div>
    </div>
  );
}

interface SearchFieldProps {
  value: string;
  onValueChange: (text: string) => void;
}

/** Renders the search field. Input is debounced, and the field is updated when the URL changes. */
function SearchField({ value, onValueChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const lastRequestedText = useRef(value);
  useEffect(() => {
    if (value !== lastRequestedText.current) {
      lastRequestedText.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text.trim() === lastRequestedText.current) return undefined;
    const timer = setTimeout(() => {
      lastRequestedText.current = text.trim();
      onValueChange(text.trim());
    }, debounceDelayMs);
    return () => clearTimeout(timer);
  }, [text, onValueChange]);
  return (
    <SearchInput
      aria-label="Search by customer or service"
      placeholder="Search by customer or service"
      maxLength={textLimits.search}
      value={text}
      hint={<ShortSearchHint text={text.trim()} textOnly className="text-ink-soft" />}
      onChange={({ target }) => setText(target.value)}
      className="col-span-2 @4xl:w-80"
    />
  );
}
