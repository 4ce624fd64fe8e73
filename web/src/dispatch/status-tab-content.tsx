import { ClipboardCheck } from 'lucide-react';
import { canAssignMechanic } from '../appointments/actions/mechanic-step.ts';
import { AssignMechanic } from '../appointments/assignment/assign-mechanic.tsx';
import { JobLine } from '../appointments/card/job-line.tsx';
import { missingMechanicLabelsForStaff } from '../appointments/card/job-fields.tsx';
import { PagedAppointments } from '../appointments/list/paged-appointments.tsx';
import { useAppointmentPages } from '../appointments/queries.ts';
import { useSignedInUser } from '../session/queries.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import type { StatusTab } from './status-tabs.ts';

/** Lists the appointments of one tab, paginated. */
export function StatusTabContent({ tab }: { tab: StatusTab }) {
  const viewer = useSignedInUser();
  const pages = useAppointmentPages({ status: tab.statuses, sort: tab.sort }, { poll: true });
  return (
    <section aria-labelledby={`status-${tab.name}`}>
      <h2 id={`status-${tab.name}`} className="text-lg">
        {tab.title}
      </h2>
      <p className="mb-3 text-ink-soft">{tab.subtitle}</p>
      <PagedAppointments
        label={tab.title}
        pages={pages}
        dayLevel={3}
        layout="line"
        skeletonRows={3}
        empty={
          <EmptyState framed icon={<ClipboardCheck aria-hidden />}>
            {tab.emptyText}
          </EmptyState>
        }
      >
        {(appointment) => (
          <JobLine
            appointment={appointment}
            level={4}
            missingMechanicLabels={{ ...missingMechanicLabelsForStaff, whenNotFound: 'Unknown' }}
            assignButton={
              canAssignMechanic(appointment, viewer) && (
                <AssignMechanic appointment={appointment} screen="advisor" size="sm" />
              )
            }
          />
        )}
      </PagedAppointments>
    </section>
  );
}
