import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { getErrorMessage } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { RestoreFocus } from '../../ui/restore-focus.tsx';
import { useAppointmentPages, type AppointmentFilters } from '../queries.ts';
import { AppointmentDays } from './appointment-days.tsx';

interface EarlierAppointmentsProps {
  /** The filters of the list, latest first. */
  filters: AppointmentFilters;
  children: (appointment: Appointment) => ReactNode;
}

/**
 * Shows the appointments before a list that starts today. They are loaded on demand, page by page, and
 * shown by day above that list, which keeps its position on the screen.
 */
export function EarlierAppointments({ filters, children }: EarlierAppointmentsProps) {
  const [isShown, setIsShown] = useState(false);
  const { query, more } = useAppointmentPages(filters, { poll: true, enabled: isShown });
  const { data } = query;
  const area = useStableScroll(data?.length ?? 0);
  const error = more.error ?? (query.error && !data ? getErrorMessage(query.error) : undefined);

  function show() {
    if (data) more.show();
    else if (isShown) void query.refetch();
    else setIsShown(true);
  }

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
function useStableScroll(rows: number) {
  const area = useRef<HTMLDivElement>(null);
  const previousHeight = useRef(0);
  const previousRows = useRef(0);
  useLayoutEffect(() => {
    const newHeight = area.current?.offsetHeight ?? 0;
    if (rows > previousRows.current)
      scrollBy({ top: newHeight - previousHeight.current, behavior: 'instant' });
    previousRows.current = rows;
    previousHeight.current = newHeight;
  });
  return area;
}
