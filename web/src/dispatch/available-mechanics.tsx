import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { getErrorMessage } from '../api/api-error.ts';
import { getFullName, getInitials } from '../lib/people.ts';
import { useMechanics } from '../mechanics/queries.ts';
import { InactivityNote } from '../mechanics/inactivity-note.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SickMechanics } from './sick-mechanics.tsx';

/** The maximum number of names: more would push the board off the screen. */
const nameLimit = 8;

/** Shows how many mechanics are available now, their names, and who is off sick today. */
export function AvailableMechanics() {
  const query = useMechanics({ poll: true });
  return (
    <section
      aria-labelledby="available-mechanics"
      className="flex flex-col gap-x-8 gap-y-2 rounded-lg border border-line bg-sheet px-4 py-3 sm:px-5 lg:flex-row lg:flex-wrap lg:items-center lg:has-[[role=alert]]:justify-center"
    >
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-11 w-64" />}
        failure="We couldn't load the mechanics."
        getCause={getErrorMessage}
      >
        {(mechanics) => (
          <>
            <Names mechanics={filterAvailable(mechanics)} />
            <SickMechanics mechanics={mechanics} />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Returns the mechanics who are available now. */
function filterAvailable(mechanics: readonly Mechanic[]): readonly Mechanic[] {
  return mechanics.filter((mechanic) => mechanic.status === 'available');
}

function Names({ mechanics }: { mechanics: readonly Mechanic[] }) {
  const hiddenCount = mechanics.length - nameLimit;
  return (
    <>
      <div className="shrink-0">
        <h2 id="available-mechanics" className="text-lg">
          Available Mechanics
        </h2>
        <p className="figures text-sm text-ink-soft">{availableText(mechanics.length)}</p>
      </div>
      <ul className="flex min-w-0 flex-wrap gap-x-4 gap-y-2 lg:order-last lg:basis-full">
        {mechanics.slice(0, nameLimit).map((mechanic) => (
          <li key={mechanic.id} className="flex min-w-0 items-center gap-2 text-sm font-medium">
            <Avatar
              initials={getInitials(mechanic)}
              imageUrl={mechanic.profileImageUrl}
              size="sm"
            />
            <span className="min-w-0 wrap-anywhere">
              {getFullName(mechanic)}
              <InactivityNote mechanic={mechanic} />
            </span>
          </li>
        ))}
        {hiddenCount > 0 && (
          <li className="figures self-center text-sm text-ink-soft">and {hiddenCount} more</li>
        )}
      </ul>
    </>
  );
}

function availableText(count: number): string {
  if (count === 0) return 'No mechanics available at this time';
  return `${count} ${count === 1 ? 'mechanic' : 'mechanics'} available for assignment`;
}
