import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { openStatuses } from '@curbwrench/contract/appointments/lifecycle';
import { Link, useParams } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { ApiError, getErrorMessage } from '../api/api-error.ts';
import type { PageLoader } from '../api/lazy-page.ts';
import { JobCard } from '../appointments/card/job-card.tsx';
import {
  missingMechanicLabelsForCustomers,
  missingMechanicLabelsForStaff,
} from '../appointments/card/job-fields.tsx';
import { ActionPanel } from '../appointments/details/action-panel.tsx';
import { getPanelActions } from '../appointments/details/appointment-actions.ts';
import { DetailsSkeleton } from '../appointments/details/details-skeleton.tsx';
import { DirectionsLink } from '../appointments/details/directions-link.tsx';
import { GateCodePanel } from '../appointments/details/gate-code-panel.tsx';
import { LinkPanel } from '../appointments/details/link-panel.tsx';
import { NextSteps } from '../appointments/details/next-steps.tsx';
import { NotesPanel } from '../appointments/details/notes-panel.tsx';
import { getPageFields } from '../appointments/details/page-fields.ts';
import { PeoplePanel } from '../appointments/details/people-panel.tsx';
import { LocationSection } from '../appointments/details/location-section.tsx';
import { PriceAndTermsPanel } from '../appointments/details/price-and-terms-panel.tsx';
import { Timeline } from '../appointments/details/timeline.tsx';
import { BookAgainLink } from '../appointments/list/book-again-link.tsx';
import { appointmentQuery, useAppointment } from '../appointments/queries.ts';
import { WorkNotePanel } from '../appointments/details/work-note-panel.tsx';
import { AppointmentMessages } from '../messaging/appointment-messages.tsx';
import { QueuedStepNotices } from '../offline/queued-step-notices.tsx';
import { paths } from '../paths.ts';
import { ReviewPanel } from '../reviews/review-panel.tsx';
import { useEffectiveRole } from '../session/queries.ts';
import { TrackMechanic } from '../tracking/track-mechanic.tsx';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { getServiceName } from '../appointments/card/job-fields.tsx';
import { useTabTitle } from '../layout/page-title.ts';
import { BackLink } from '../layout/back-link.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

export const loader: PageLoader = ({ read, location }) => {
  read(appointmentQuery(location.pathname.split('/').at(-1) ?? ''));
};

/** Shows one appointment: its details, its history, and the actions on it. */
export function AppointmentPage() {
  const { id } = useParams({ from: paths.appointment });
  const query = useAppointment(id);
  const title = query.data && `${displayId(query.data.id)} ${getServiceName(query.data)}`;
  useTabTitle(title);
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  return (
    <>
      <BackLink to={paths.appointments}>Appointments</BackLink>
      {isMissing ? (
        <AppointmentNotFound />
      ) : (
        <>
          <PageHeading title={title ?? getTitle(id)} />
          <Loaded
            query={query}
            skeleton={<DetailsSkeleton />}
            failure="We couldn't load this appointment."
            getCause={getErrorMessage}
          >
            {(appointment) => <Details key={appointment.id} appointment={appointment} />}
          </Loaded>
        </>
      )}
    </>
  );
}

/** Returns the title to show until the appointment is loaded. The id comes from the URL and can be any text. */
function getTitle(id: string): string {
  return /^\d+$/.test(id) ? `Appointment ${displayId(Number(id))}` : 'Appointment';
}

function Details({ appointment }: { appointment: AppointmentDetails }) {
  const role = useEffectiveRole();
  const isOfficeStaff = role === 'admin' || role === 'service_advisor';
  const isStillOpen = openStatuses.some((status) => status === appointment.status);
  // If no action is available, the history matters more than the disabled actions.
  const hasOpenAction = getPanelActions(appointment).some(({ open }) => open);
  // One column in order of importance on a phone; two independent columns where there is room.
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] lg:gap-6">
      <div className="contents lg:grid lg:content-start lg:gap-6">
        <div className="order-1 min-w-0">
          <JobCard
            appointment={appointment}
            level={2}
            fields={getPageFields(role, appointment)}
            missingMechanicLabels={
              role === 'customer'
                ? missingMechanicLabelsForCustomers
                : missingMechanicLabelsForStaff
            }
            action={<NextSteps appointment={appointment} />}
            moreActions={
              <>
                {role === 'customer' && <TrackMechanic appointment={appointment} />}
                {role === 'customer' && !isStillOpen && (
                  <BookAgainLink
                    appointment={appointment}
                    className={buttonClass({ variant: 'primary' })}
                  />
                )}
                {role === 'mechanic' && isStillOpen && <DirectionsLink appointment={appointment} />}
              </>
            }
          >
            <QueuedStepNotices appointmentId={appointment.id} />
            <LocationSection appointment={appointment} />
          </JobCard>
        </div>
        <ActionPanel appointment={appointment} className={hasOpenAction ? 'order-2' : 'order-7'} />
        <Timeline appointment={appointment} className="order-6" />
        {isOfficeRole(role) && (
          <AppointmentMessages appointmentId={appointment.id} className="order-6" />
        )}
      </div>
      <div className="contents lg:grid lg:content-start lg:gap-6">
        <WorkNotePanel appointment={appointment} className="order-2" />
        <ReviewPanel appointment={appointment} className="order-2" />
        <PeoplePanel appointment={appointment} className="order-3" />
        {isOfficeStaff && <LinkPanel appointmentId={appointment.id} className="order-4" />}
        <GateCodePanel appointment={appointment} className="order-4" />
        <NotesPanel appointment={appointment} className="order-4" />
        <PriceAndTermsPanel appointment={appointment} className="order-5" />
      </div>
    </div>
  );
}

/** Shown both for an appointment that doesn't exist and for one that the viewer isn't allowed to see. */
function AppointmentNotFound() {
  return (
    <>
      <PageHeading title="Appointment not found" />
      <EmptyState
        framed
        icon={<SearchX aria-hidden />}
        action={
          <Link
            to={paths.appointments}
            className="link inline-flex min-h-touch items-center font-semibold"
          >
            See your appointments
          </Link>
        }
      >
        This appointment doesn't exist, or you don't have access to it.
      </EmptyState>
    </>
  );
}
