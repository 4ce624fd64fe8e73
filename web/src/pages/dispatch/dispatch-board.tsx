import { ClipboardCheck } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AppointmentRows } from '../../features/appointments/appointment-rows.tsx';
import { AssignMechanic } from '../../features/appointments/assign-mechanic.tsx';
import { JobCard } from '../../features/appointments/job-card.tsx';
import { officeWords } from '../../features/appointments/job-facts.tsx';
import { needsMechanic } from '../../features/appointments/job-offer.ts';
import { useAppointmentPages } from '../../features/appointments/queries.ts';
import { ViewDetails } from '../../features/appointments/view-details.tsx';
import { useSignedInUser } from '../../features/session/queries.ts';
import type { BoardTab } from './board-tabs.ts';

/** The appointments of one tab, page by page. */
export function DispatchBoard({ board }: { board: BoardTab }) {
  const reader = useSignedInUser();
  const pages = useAppointmentPages({ status: board.statuses, sort: board.sort }, { poll: true });
  return (
    <section aria-labelledby={`board-${board.name}`}>
      <h2 id={`board-${board.name}`} className="text-lg">
        {board.title}
      </h2>
      <p className="mb-3 text-ink-soft">{board.subtitle}</p>
      <AppointmentRows
        label={board.title}
        pages={pages}
        placeholders={3}
        empty={
          <EmptyState framed icon={<ClipboardCheck aria-hidden />}>
            {board.empty}
          </EmptyState>
        }
      >
        {(one) => (
          <JobCard
            appointment={one}
            density="row"
            facts={one.mechanicId === null ? waitingFacts : assignedFacts}
            words={{ ...officeWords, unknown: 'Unknown' }}
            action={
              <>
                {needsMechanic(one, reader) && (
                  <AssignMechanic appointment={one} view="advisor" size="sm" />
                )}
                <ViewDetails appointmentId={one.id} />
              </>
            }
          />
        )}
      </AppointmentRows>
    </section>
  );
}

const waitingFacts = ['customer_name', 'address'] as const;
const assignedFacts = ['mechanic', 'customer_name', 'address'] as const;
