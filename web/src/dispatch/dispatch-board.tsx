import { ClipboardCheck } from 'lucide-react';
import { needsMechanic } from '../appointments/actions/allowed-step.ts';
import { AssignMechanic } from '../appointments/assignment/assign-mechanic.tsx';
import { JobCard } from '../appointments/card/job-card.tsx';
import { officeWords } from '../appointments/card/job-facts.tsx';
import { ViewDetails } from '../appointments/card/view-details.tsx';
import { AppointmentRows } from '../appointments/list/appointment-rows.tsx';
import { useAppointmentPages } from '../appointments/queries.ts';
import { useSignedInUser } from '../session/queries.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import type { BoardTab } from './board-tabs.ts';

/** Lists the appointments of one tab, page by page. */
export function DispatchBoard({ board }: { board: BoardTab }) {
  const viewer = useSignedInUser();
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
                {needsMechanic(one, viewer) && (
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
