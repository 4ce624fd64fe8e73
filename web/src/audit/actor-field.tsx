import { getFullName } from '../lib/people.ts';
import { PersonSearch } from '../people/person-search.tsx';
import { usePerson } from '../people/person-queries.ts';
import { Button } from '../ui/button.tsx';

interface ActorFieldProps {
  /** The id of a person, or undefined for everyone. */
  value: string | undefined;
  onValueChange: (actorId: string | undefined) => void;
}

/** Filters by the person who made the change, searched by name or email. */
export function ActorField({ value, onValueChange }: ActorFieldProps) {
  const actor = usePerson(value ?? null);
  if (value === undefined) {
    return (
      <PersonSearch
        label="Person"
        resultsLabel="People found"
        failure="We couldn't load people."
        onChoose={onValueChange}
      />
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="font-semibold">Person</p>
      <div className="flex min-h-touch items-center justify-between gap-3 rounded-md bg-well py-1 pr-1 pl-3">
        <span className="min-w-0 truncate">{actor.data ? getFullName(actor.data) : value}</span>
        <Button size="sm" onClick={() => onValueChange(undefined)}>
          Everyone
        </Button>
      </div>
    </div>
  );
}
