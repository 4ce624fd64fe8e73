import type { Role } from '@curbwrench/contract/people/roles';
import type { User } from '@curbwrench/contract/people/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { useDeferredValue, useId, useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { getFullName } from '../lib/people.ts';
import { FieldError } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { usePeopleSearch } from './person-queries.ts';

interface PersonSearchProps {
  label: string;
  /** Finds only people with this role; undefined for everyone. */
  searchedRole?: Role;
  /** The label of the results, such as 'Customers found'. */
  resultsLabel: string;
  failure: string;
  /** Whether a person has to be chosen. */
  required?: boolean;
  error?: string | undefined;
  onChoose: (personId: string) => void;
}

/** Finds a person by name or email: shows the first few matches as buttons below the field. */
export function PersonSearch({
  label,
  searchedRole,
  resultsLabel,
  failure,
  required = false,
  error,
  onChoose,
}: PersonSearchProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const deferredSearch = useDeferredValue(search.trim());
  const query = usePeopleSearch(deferredSearch, searchedRole);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <TextInput
        id={id}
        type="search"
        placeholder="Search by name or email"
        autoComplete="off"
        maxLength={textLimits.search}
        value={search}
        aria-required={required || undefined}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={({ target }) => setSearch(target.value)}
      />
      {deferredSearch !== '' && (
        <Loaded
          query={query}
          skeleton={<Skeleton className="h-11" />}
          failure={failure}
          getCause={getErrorMessage}
        >
          {(people) => <SearchResults label={resultsLabel} people={people} onChoose={onChoose} />}
        </Loaded>
      )}
      {required && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

interface SearchResultsProps {
  label: string;
  people: readonly User[];
  onChoose: (personId: string) => void;
}

function SearchResults({ label, people, onChoose }: SearchResultsProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-md border border-line bg-sheet">
      {people.length === 0 && (
        <li className="px-3 py-2.5 text-ink-soft">No one matches that name or email.</li>
      )}
      {people.map((person) => (
        <li key={person.id}>
          <button
            type="button"
            onClick={() => onChoose(person.id)}
            className="min-h-touch w-full px-3 py-1.5 text-left transition-colors hover:bg-well focus-visible:-outline-offset-3"
          >
            <NameAndEmail person={person} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Shows the name and the email, to distinguish people with the same name. */
export function NameAndEmail({ person }: { person: User }) {
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <span className="font-medium">{getFullName(person)}</span>
      <span className="min-w-0 text-sm wrap-anywhere text-ink-soft">{person.email}</span>
    </span>
  );
}
