import type { CallInput } from '@curbwrench/contract/api/call-schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { pollIntervalMs } from '../api/polling.ts';

interface SlotQuery {
  /** `yyyy-MM-dd`, or '' while none is picked. */
  readonly date: string;
  readonly serviceIds: readonly number[];
}

/**
 * Reads the ten time slots of a day for services, once both are known. They share the appointments' key,
 * which live events invalidate.
 */
export function useSlots({ date, serviceIds }: SlotQuery) {
  const [serviceId, ...others] = serviceIds;
  return useQuery({
    queryKey: ['appointment', 'slots', serviceIds, date],
    queryFn: ({ signal }) =>
      call('listSlots', {
        query: {
          date,
          serviceId: serviceId ?? 0,
          ...(others.length > 0 && { additionalServiceIds: others.join(',') }),
        },
        signal,
      }),
    enabled: date !== '' && serviceId !== undefined,
    staleTime: 0,
    // A visitor who isn't signed in receives no events.
    refetchInterval: pollIntervalMs,
  });
}

export interface BookingAttempt {
  readonly booking: CallInput<'bookAppointment', 'body'>;
  /** The same when an attempt is repeated, so that the server books only once. */
  readonly idempotencyKey: string;
}

/** Books an appointment. Lists and time slots are refetched, whether it succeeded or not. */
export function useBookAppointment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ booking, idempotencyKey }: BookingAttempt) =>
      call('bookAppointment', {
        body: booking,
        headers: { 'idempotency-key': idempotencyKey },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['appointment'] }),
  });
}
