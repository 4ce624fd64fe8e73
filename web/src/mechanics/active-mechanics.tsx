import type { Mechanic } from '@curbwrench/contract/people/schemas';
import type { MechanicStatus } from '@curbwrench/contract/people/roles';
import { Link } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { getFullName, getInitials } from '../lib/people.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { LastActive } from './last-active.tsx';
import { MechanicBadge } from './mechanic-badge.tsx';
import { useMechanics } from './queries.ts';
import { InactivityNote } from './inactivity-note.tsx';

/** The maximum number of rows. */
const rowLimit = 4;

const isActive: Record<MechanicStatus, boolean> = { available: true, on_job: true, offline: false };

/** Lists up to four mechanics who are available or on a job now. */
export function ActiveMechanics() {
  const query = useMechanics({ poll: true });
  return (
    <Panel
      title="Active Mechanics"
      action={
        <Link
          to={paths.mechanics}
          className="link -my-2 inline-flex min-h-touch items-center text-sm font-semibold"
        >
          View All<span className="sr-only"> mechanics</span>
        </Link>
      }
      flush
    >
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={rowLimit} />}
        failure="We couldn't load the mechanics."
        getCause={getErrorMessage}
      >
        {(mechanics) => <MechanicRows mechanics={getActiveMechanics(mechanics)} />}
      </Loaded>
    </Panel>
  );
}

function getActiveMechanics(mechanics: readonly Mechanic[]): readonly Mechanic[] {
  return mechanics.filter((mechanic) => isActive[mechanic.status]).slice(0, rowLimit);
}

function MechanicRows({ mechanics }: { mechanics: readonly Mechanic[] }) {
  if (mechanics.length === 0) {
    return <EmptyState icon={<Users aria-hidden />}>No active mechanics at the moment.</EmptyState>;
  }
  return (
    <ul className="divide-y divide-line">
      {mechanics.map((mechanic) => (
        <MechanicRow key={mechanic.id} mechanic={mechanic} />
      ))}
    </ul>
  );
}

function MechanicRow({ mechanic }: { mechanic: Mechanic }) {
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-5">
      <Avatar initials={getInitials(mechanic)} imageUrl={mechanic.profileImageUrl} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{getFullName(mechanic)}</p>
        <p className="figures text-sm text-ink-soft">
          {mechanic.jobsToday} {mechanic.jobsToday === 1 ? 'job' : 'jobs'} today
          {/* On a phone, the last activity has its own line, with no dot before it. */}
          <span className="max-sm:sr-only"> · </span>
          <span className="max-sm:block">
            Last active: <LastActive instant={mechanic.lastActive} />
          </span>
          <InactivityNote mechanic={mechanic} />
        </p>
      </div>
      <MechanicBadge status={mechanic.status} />
    </li>
  );
}
