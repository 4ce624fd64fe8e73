import { ClipboardCheck } from 'lucide-react';
import { canAssignMechanic } from '../appointments/actions/mechanic-step.ts';
import { AssignMechanic } from '../appointments/assignment/assign-mechanic.tsx';
import { JobCard } from '../appointments/card/job-card.tsx';
import { missingMechanicTextsForStaff } from '../appointments/card/job-fields.tsx';
import { ViewDetails } from '../appointments/card/view-details.tsx';
import { PagedAppointments } from '../appointments/list/paged-appointments.tsx';
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
      <PagedAppointments
        label={board.title}
        pages={pages}
        skeletonRows={3}
        empty={
          <EmptyState framed icon={<ClipboardCheck aria-hidden />}>
            {board.empty}
          </EmptyState>
        }
      >
        {(appointment) => (
          <JobCard
            appointment={appointment}
            layout="row"
            fields={appointment.mechanicId === null ? unassignedFields : assignedFields}
            missingMechanicTexts={{ ...missingMechanicTextsForStaff, whenNotFound: 'Unknown' }}
            action={
              <>
                {canAssignMechanic(appointment, viewer) && (
                  <AssignMechanic appointment={appointment} screen="advisor" size="sm" />
                )}
                <ViewDetails appointmentId={appointment.id} />
              </>
            }
          />
        )}
      </PagedAppointments>
    </section>
  );
}

const unassignedFields = ['customer_name', 'address'] as const;
const assignedFields = ['mechanic', 'customer_name', 'address'] as const;
