import { textLimits } from '@curbwrench/contract/text-limits';
import { useDeferredValue, useId, useState } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { fullNameOf } from '../lib/people.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { useActor, usePeopleFound } from './queries.ts';

interface ActorFieldProps {
  /** The id of a person, or undefined for everyone. */
  value: string | undefined;
  onValueChange: (actorId: string | undefined) => void;
}

/** Whose doing: found by name or e-mail. */
export function ActorField({ value, onValueChange }: ActorFieldProps) {
  const id = useId();
  const actor = useActor(value);
  if (value !== undefined) {
    return (
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="font-semibold">Person</p>
        <div className="flex min-h-touch items-center justify-between gap-3 rounded-md bg-well py-1 pr-1 pl-3">
          <span className="min-w-0 truncate">{actor.data ? fullNameOf(actor.data) : value}</span>
          <Button size="sm" onClick={() => onValueChange(undefined)}>
            Everyone
          </Button>
        </div>
      </div>
    );
  }
  return <ActorSearch id={id} onValueChange={onValueChange} />;
}

function ActorSearch({ id, onValueChange }: { id: string } & Omit<ActorFieldProps, 'value'>) {
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim());
  const query = usePeopleFound(wanted);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        Person
      </label>
      <TextInput
        id={id}
        type="search"
        placeholder="Search by name or e-mail"
        autoComplete="off"
        maxLength={textLimits.search}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {wanted !== '' && (
        <Loaded
          query={query}
          skeleton={<Skeleton className="h-11" />}
          failure="We couldn't load the people."
          causeOf={sentenceOf}
        >
          {(people) => (
            <ul
              aria-label="People found"
              className="divide-y divide-line rounded-md border border-line bg-sheet"
            >
              {people.length === 0 && (
                <li className="px-3 py-2.5 text-ink-soft">Nobody by that name or e-mail.</li>
              )}
              {people.map((person) => (
                <li key={person.id}>
                  <button
                    type="button"
                    onClick={() => onValueChange(person.id)}
                    className="min-h-touch w-full px-3 py-1.5 text-left transition-colors hover:bg-well focus-visible:-outline-offset-3"
                  >
                    <span className="font-medium">{fullNameOf(person)}</span>{' '}
                    <span className="text-sm wrap-anywhere text-ink-soft">{person.email}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
    </div>
  );
}
