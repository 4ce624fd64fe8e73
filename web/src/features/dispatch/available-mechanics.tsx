import { sentenceOf } from '../../api/api-error.ts';
import { fullNameOf, initialsOf } from '../../lib/people.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMechanics } from '../mechanics/queries.ts';

/** Who could be sent now, by name. */
export function AvailableMechanics() {
  const query = useMechanics({ poll: true });
  const available = query.data?.filter((one) => one.status === 'available');
  return (
    <Panel title="Available Mechanics" subtitle={available && availableText(available.length)}>
      <Loaded
        query={{ ...query, data: available }}
        skeleton={<Skeleton className="h-9 w-56" />}
        failure="We couldn't load the mechanics."
        causeOf={sentenceOf}
      >
        {(mechanics) => (
          <ul className="flex max-h-24 flex-wrap gap-x-4 gap-y-2 overflow-y-auto">
            {mechanics.map((one) => (
              <li key={one.id} className="flex min-w-0 items-center gap-2 text-sm font-medium">
                <Avatar initials={initialsOf(one)} imageUrl={one.profileImageUrl} size="sm" />
                <span className="min-w-0 wrap-anywhere">{fullNameOf(one)}</span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

function availableText(count: number): string {
  if (count === 0) return 'No mechanics available at this time';
  return `${count} ${count === 1 ? 'mechanic' : 'mechanics'} available for assignment`;
}
