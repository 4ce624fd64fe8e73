import type { CallInput } from '@curbwrench/contract/call-schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { pollEvery } from '../api/polling.ts';

interface SlotQuestion {
  /** `yyyy-MM-dd`, or '' while none is picked. */
  readonly date: string;
  readonly serviceId: number | null;
}

/**
 * The ten time slots of a day for a service. Nothing is asked before both are known. They stand
 * under the appointments' key, which live events make old.
 */
export function useSlots({ date, serviceId }: SlotQuestion) {
  return useQuery({
    queryKey: ['appointment', 'slots', serviceId, date],
    queryFn: ({ signal }) =>
      call('listSlots', { query: { date, serviceId: serviceId ?? 0 }, signal }),
    enabled: date !== '' && serviceId !== null,
    staleTime: 0,
    // A visitor who isn't signed in hears of no event.
    refetchInterval: pollEvery,
  });
}

export interface BookingAttempt {
  readonly booking: CallInput<'bookAppointment', 'body'>;
  /** The same for a repeat of one attempt, so that a booking is never made twice. */
  readonly idempotencyKey: string;
}

/** Books an appointment. Lists and time slots are read again, whether it worked or not. */
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
