import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { sentenceOf } from '../../api/api-error.ts';
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
 * Shows what came before a list that starts today: read on demand, page by page, and shown above the list
 * in the same order, by day. The list below keeps its place on the screen.
 */
export function EarlierAppointments({ filters, children }: EarlierAppointmentsProps) {
  const [isAsked, setIsAsked] = useState(false);
  const { query, more } = useAppointmentPages(filters, { poll: true, enabled: isAsked });
  const { data } = query;
  const area = useHeldBelow(data?.length ?? 0);
  const error = more.error ?? (query.error && !data ? sentenceOf(query.error) : undefined);

  function show() {
    if (data) more.show();
    else if (isAsked) void query.refetch();
    else setIsAsked(true);
  }

  return (
    <RestoreFocus>
      <div ref={area} className="pb-4">
        {data && !more.isThere ? (
          <p role="status" className="text-center text-sm text-ink-soft">
            No earlier appointments.
          </p>
        ) : (
          <div className="flex flex-col items-center gap-2">
            <Button
              size="sm"
              pending={more.pending || (isAsked && !data && query.isFetching)}
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

/** Keeps the content below at the same place on the screen when rows are added. */
function useHeldBelow(rows: number) {
  const area = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const shown = useRef(0);
  useLayoutEffect(() => {
    const now = area.current?.offsetHeight ?? 0;
    if (rows > shown.current) scrollBy({ top: now - height.current, behavior: 'instant' });
    shown.current = rows;
    height.current = now;
  });
  return area;
}
