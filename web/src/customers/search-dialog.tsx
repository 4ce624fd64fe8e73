import { isSearchable } from '@curbwrench/contract/fields/search-text';
import { displayShortDay, displayTime } from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import type { FoundRecords } from '@curbwrench/contract/customers/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { useNavigate } from '@tanstack/react-router';
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { getFullName } from '../lib/people.ts';
import { useToday } from '../business/today.ts';
import { paths } from '../paths.ts';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useRecordSearch } from './queries.ts';
import { ShortSearchHint } from '../forms/short-search-hint.tsx';

/** A search result, and the page that it opens. */
interface Hit {
  readonly key: string;
  readonly title: string;
  readonly details: string;
  readonly page:
    | { readonly to: typeof paths.customer; readonly params: { readonly id: string } }
    | { readonly to: typeof paths.vehicle; readonly params: { readonly id: string } }
    | { readonly to: typeof paths.appointment; readonly params: { readonly id: string } };
}

interface HitGroup {
  readonly heading: string;
  readonly hits: readonly Hit[];
}

/** Finds customers, vehicles and appointments by what a caller might mention, such as a plate number. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  // Whether Enter was pressed before the results for the text had loaded.
  const [shouldOpenWhenLoaded, setShouldOpenWhenLoaded] = useState(false);
  const trimmedText = text.trim();
  const deferredText = useDeferredValue(trimmedText);
  const today = useToday();
  const query = useRecordSearch(deferredText);
  const groups = isSearchable(deferredText) && query.data ? groupHits(query.data, today) : [];
  const hits = groups.flatMap((group) => group.hits);
  const chosenIndex = Math.min(activeIndex, hits.length - 1);
  const areResultsCurrent =
    deferredText === trimmedText && query.data !== undefined && !query.isPlaceholderData;

  useEffect(() => {
    // Waits until the dialog has recorded which element had focus, so that focus can return there on closing.
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  const openChosen = useEffectEvent(() => {
    const hit = hits[chosenIndex];
    if (hit) open(hit);
  });
  useEffect(() => {
    if (shouldOpenWhenLoaded && areResultsCurrent) openChosen();
  }, [shouldOpenWhenLoaded, areResultsCurrent]);

  function open(hit: Hit) {
    onClose();
    void navigate(hit.page);
  }

  function handleKey(event: KeyboardEvent) {
    const { key } = event;
    const hit = hits[chosenIndex];
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      const step = key === 'ArrowDown' ? 1 : hits.length - 1;
      if (hits.length > 0) setActiveIndex((chosenIndex + step) % hits.length);
    } else if (key === 'Enter') {
      event.preventDefault();
      if (!areResultsCurrent) setShouldOpenWhenLoaded(isSearchable(trimmedText));
      else if (hit) open(hit);
    }
  }

  return (
    <Dialog open title="Search" wide onOpenChange={onClose}>
      <SearchInput
        ref={input}
        role="combobox"
        aria-label="Search customers, vehicles, and appointments"
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-hits`}
        aria-activedescendant={hits.length > 0 ? `${id}-${chosenIndex}` : undefined}
        placeholder="Name, phone, email, address, plate, or appointment #"
        maxLength={textLimits.search}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setActiveIndex(0);
          setShouldOpenWhenLoaded(false);
        }}
        onKeyDown={handleKey}
      />
      <div className="mt-3 min-h-40">
        <ShortSearchHint text={trimmedText} />
        {isSearchable(deferredText) && isSearchable(trimmedText) && (
          <Loaded
            query={query}
            skeleton={<Skeleton className="h-11" />}
            failure="We couldn't load the results."
            getCause={getErrorMessage}
          >
            {() =>
              hits.length === 0 ? (
                <p role="status" className="px-3 py-2.5 text-ink-soft">
                  No results.
                </p>
              ) : (
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- options of a combobox
                <div role="listbox" id={`${id}-hits`} aria-label="Results">
                  {groups.map(
                    (group) =>
                      group.hits.length > 0 && (
                        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- options of a combobox
                        <div
                          key={group.heading}
                          role="group"
                          aria-labelledby={`${id}-${group.heading}`}
                        >
                          <p
                            id={`${id}-${group.heading}`}
                            className="px-3 pt-2 pb-1 text-sm font-semibold text-ink-soft"
                          >
                            {group.heading}
                          </p>
                          {group.hits.map((hit) => (
                            <HitOption
                              key={hit.key}
                              hit={hit}
                              id={`${id}-${hits.indexOf(hit)}`}
                              isChosen={hit === hits[chosenIndex]}
                              onOpen={() => open(hit)}
                              onHover={() => setActiveIndex(hits.indexOf(hit))}
                            />
                          ))}
                        </div>
                      ),
                  )}
                </div>
              )
            }
          </Loaded>
        )}
      </div>
    </Dialog>
  );
}

interface HitOptionProps {
  hit: Hit;
  id: string;
  isChosen: boolean;
  onOpen: () => void;
  onHover: () => void;
}

function HitOption({ hit, id, isChosen, onOpen, onHover }: HitOptionProps) {
  return (
    <button
      type="button"
      role="option"
      id={id}
      aria-selected={isChosen}
      tabIndex={-1}
      onClick={onOpen}
      onMouseMove={onHover}
      className={classNames(
        'block min-h-touch w-full rounded-md px-3 py-1.5 text-left',
        isChosen && 'bg-well',
      )}
    >
      <span className="block font-medium wrap-anywhere">{hit.title}</span>
      <span className="figures block text-sm wrap-anywhere text-ink-soft">{hit.details}</span>
    </button>
  );
}

/** Groups the hits by type. Appointments come first, because an appointment's number is the most exact match. */
function groupHits(
  { appointments, customers, vehicles }: FoundRecords,
  today: string,
): readonly HitGroup[] {
  return [
    {
      heading: 'Appointments',
      hits: appointments.map(({ id, date, startTime, customerName, service }) => ({
        key: `appointment ${id}`,
        title: `${displayId(id)} ${service}`,
        details: `${displayShortDay(date, today)}, ${displayTime(startTime)}, ${customerName}`,
        page: { to: paths.appointment, params: { id: String(id) } },
      })),
    },
    {
      heading: 'Customers',
      hits: customers.map((customer) => ({
        key: `customer ${customer.id}`,
        title: getFullName(customer),
        details: [customer.phone, customer.email, customer.address].filter(Boolean).join(', '),
        page: { to: paths.customer, params: { id: customer.id } },
      })),
    },
    {
      heading: 'Vehicles',
      hits: vehicles.map(({ id, year, make, model, plateNumber, customerName }) => ({
        key: `vehicle ${id}`,
        title: `${year} ${make} ${model}${plateNumber === null ? '' : ` (${plateNumber})`}`,
        details: customerName,
        page: { to: paths.vehicle, params: { id: String(id) } },
      })),
    },
  ];
}
