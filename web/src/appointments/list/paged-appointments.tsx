import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { Fragment, type ReactNode } from 'react';
import { getErrorMessage } from '../../api/api-error.ts';
import type { Pages } from '../../api/pages.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { RestoreFocus } from '../../ui/restore-focus.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { JobSkeletons } from '../card/job-skeleton.tsx';
import { AppointmentDays } from './appointment-days.tsx';

interface PagedAppointmentsProps {
  /** The list's accessible name. */
  label: string;
  pages: Pages<Appointment>;
  /** How many placeholders are shown while the list loads. */
  skeletonRows: number;
  layout?: 'row' | 'line' | 'strip';
  /** Groups the rows under a heading of this level for each day. */
  dayLevel?: 2 | 3;
  /** Leaves out the frame, for use inside a panel. */
  isUnframed?: boolean;
  /** What is shown instead of an empty list. */
  empty: ReactNode;
  children: (appointment: Appointment) => ReactNode;
}

/** Renders a paginated list of appointments with a 'Show more' button. */
export function PagedAppointments({
  label,
  pages: { query, more },
  skeletonRows,
  layout = 'row',
  dayLevel,
  isUnframed = false,
  empty,
  children,
}: PagedAppointmentsProps) {
  return (
    <Loaded
      query={query}
      skeleton={<JobSkeletons count={skeletonRows} layout={layout} isUnframed={isUnframed} />}
      failure="We couldn't load the appointments."
      getCause={getErrorMessage}
    >
      {(appointments) => (
        <RestoreFocus>
          {appointments.length === 0 ? (
            empty
          ) : (
            <>
              {dayLevel ? (
                <AppointmentDays label={label} appointments={appointments} level={dayLevel}>
                  {children}
                </AppointmentDays>
              ) : (
                <RowList label={label} bare={isUnframed}>
                  {appointments.map((appointment) => (
                    <Fragment key={appointment.id}>{children(appointment)}</Fragment>
                  ))}
                </RowList>
              )}
              <ShowMore noun="appointments" more={more} />
            </>
          )}
        </RestoreFocus>
      )}
    </Loaded>
  );
}
