import type { CallInput } from '@curbwrench/contract/call-schemas';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { pollEvery } from '../api/polling.ts';
import { fullNameOf } from '../lib/people.ts';

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

/** How many customers one search shows. */
const customersShown = 8;

/** The first few customers whose name or e-mail matches; nothing is asked for ''. For dispatch. */
export function useCustomers(search: string) {
  return useQuery({
    queryKey: ['user', 'customers', search],
    queryFn: ({ signal }) =>
      call('listUsers', {
        query: { role: 'customer', search, limit: customersShown },
        signal,
      }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
}

/** The customer whom dispatch chose; nothing is asked while there is none. */
export function useCustomer(id: string | null) {
  return useQuery({
    queryKey: ['user', 'one', id],
    queryFn: ({ signal }) => call('getUser', { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
  });
}

/** That customer's name, once it is known. */
export function useCustomerName(id: string | null): string | undefined {
  const { data } = useCustomer(id);
  return data && fullNameOf(data);
}
