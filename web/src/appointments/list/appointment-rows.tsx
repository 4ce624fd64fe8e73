import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { Fragment, type ReactNode } from 'react';
import { sentenceOf } from '../../api/api-error.ts';
import type { Pages } from '../../api/pages.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { RestoreFocus } from '../../ui/restore-focus.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { JobSkeletons } from '../card/job-skeleton.tsx';
import { AppointmentDays } from './appointment-days.tsx';

interface AppointmentRowsProps {
  /** Names the list for a screen reader. */
  label: string;
  pages: Pages<Appointment>;
  /** How many placeholders are shown while it loads. */
  placeholders: number;
  density?: 'row' | 'strip';
  /** With a heading for each day. */
  byDay?: boolean;
  /** Without its own sheet, inside a flush panel. */
  bare?: boolean;
  empty: ReactNode;
  children: (appointment: Appointment) => ReactNode;
}

/** Renders a long list of job rows, page by page. */
export function AppointmentRows({
  label,
  pages: { query, more },
  placeholders,
  density = 'row',
  byDay = false,
  bare = false,
  empty,
  children,
}: AppointmentRowsProps) {
  return (
    <Loaded
      query={query}
      skeleton={<JobSkeletons count={placeholders} density={density} bare={bare} />}
      failure="We couldn't load the appointments."
      causeOf={sentenceOf}
    >
      {(appointments) => (
        <RestoreFocus>
          {appointments.length === 0 ? (
            empty
          ) : (
            <>
              {byDay ? (
                <AppointmentDays label={label} appointments={appointments}>
                  {children}
                </AppointmentDays>
              ) : (
                <RowList label={label} bare={bare}>
                  {appointments.map((one) => (
                    <Fragment key={one.id}>{children(one)}</Fragment>
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
