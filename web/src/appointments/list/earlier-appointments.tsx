import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { getErrorMessage } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { RestoreFocus } from '../../ui/restore-focus.tsx';
import { appointmentsQuery, useAppointmentPages, type AppointmentFilters } from '../queries.ts';
import { AppointmentDays } from './appointment-days.tsx';

interface EarlierAppointmentsProps {
  /** The filters of the list, which is sorted latest first. */
  filters: AppointmentFilters;
  children: (appointment: Appointment) => ReactNode;
}

/** Returns the query that finds out whether there are any earlier appointments. The page's loader uses it, too. */
export function latestEarlierAppointmentQuery(filters: AppointmentFilters) {
  return appointmentsQuery(filters, 1);
}

/**
 * Shows the appointments before today, above a list that starts with today. They are loaded on demand, one page
 * at a time, and grouped by day. The list below does not move on the screen. Shows nothing if there are none.
 */
export function EarlierAppointments({ filters, children }: EarlierAppointmentsProps) {
  const [isShown, setIsShown] = useState(false);
  const latest = useQuery(latestEarlierAppointmentQuery(filters));
  const { query, more } = useAppointmentPages(filters, { poll: true, enabled: isShown });
  const { data } = query;
  const area = useStableScroll(data?.length ?? 0);
  const error = more.error ?? (query.error && !data ? getErrorMessage(query.error) : undefined);

  function show() {
    if (data) more.show();
    else if (isShown) void query.refetch();
    else setIsShown(true);
  }

  if (!isShown && latest.data?.length === 0) return null;
  return (
    <RestoreFocus>
      <div ref={area} className="pb-4">
        {data && !more.isAvailable ? (
          <p role="status" className="text-center text-sm text-ink-soft">
            No earlier appointments.
          </p>
        ) : (
          <div className="flex flex-col items-center gap-2">
            <Button
              size="sm"
              pending={more.pending || (isShown && !data && query.isFetching)}
              pendingLabel="Loading..."
              onClick={show}
            >
              Show earlier<span className="sr-only"> appointments</span>
            </Button>
            <p role="status" className="text-sm text-alert empty:hidden">
              {error}
            </p>
          </div>
        )}
        {data && data.length > 0 && (
          <div className="mt-4">
            <AppointmentDays label="Earlier appointments" appointments={data.toReversed()}>
              {children}
            </AppointmentDays>
          </div>
        )}
      </div>
    </RestoreFocus>
  );
}

/** Scrolls by the added height when rows are added, so that the content below does not move. */
function useStableScroll(rowCount: number) {
  const area = useRef<HTMLDivElement>(null);
  const previousHeight = useRef(0);
  const previousRowCount = useRef(0);
  useLayoutEffect(() => {
    const newHeight = area.current?.offsetHeight ?? 0;
    if (rowCount > previousRowCount.current)
      scrollBy({ top: newHeight - previousHeight.current, behavior: 'instant' });
    previousRowCount.current = rowCount;
    previousHeight.current = newHeight;
  });
  return area;
}
