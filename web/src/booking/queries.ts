import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { pollIntervalMs } from '../api/polling.ts';
import type { AreaLocation } from '../service-areas/queries.ts';
import type { BookingBody } from './booking-form-values.ts';

interface SlotQuery {
  /** `yyyy-MM-dd`, or '' while none is picked. */
  readonly date: string;
  readonly serviceIds: readonly number[];
}

/**
 * Reads a day's time slots for the services, once the day and a service are selected. The query's key starts
 * like the keys of appointment queries, so that live events invalidate it.
 */
export function useSlots({ date, serviceIds }: SlotQuery) {
  return useQuery({
    queryKey: ['appointment', 'slots', serviceIds, date],
    queryFn: ({ signal }) =>
      request('listSlots', { query: { date, ...toServiceQuery(serviceIds) }, signal }),
    enabled: date !== '' && serviceIds.length > 0,
    staleTime: 0,
    // A visitor who isn't signed in receives no events.
    refetchInterval: pollIntervalMs,
  });
}

/**
 * Reads the next available time slots for the services at a location, once a service is selected. While new ones are
 * loading because the services or the location changed, the previous ones remain as placeholder data.
 */
export function useNextSlots(serviceIds: readonly number[], location: AreaLocation | null) {
  return useQuery({
    queryKey: ['appointment', 'slots', 'next', serviceIds, location],
    queryFn: ({ signal }) =>
      request('listNextSlots', { query: { ...toServiceQuery(serviceIds), ...location }, signal }),
    enabled: serviceIds.length > 0,
    staleTime: 0,
    refetchInterval: pollIntervalMs,
    placeholderData: keepPreviousData,
  });
}

function toServiceQuery([serviceId = 0, ...others]: readonly number[]) {
  return { serviceId, ...(others.length > 0 && { additionalServiceIds: others.join(',') }) };
}

export interface BookingAttempt {
  readonly booking: BookingBody;
  /** Stays the same when an attempt is retried, so that the server books only once. */
  readonly idempotencyKey: string;
}

/** Emails a verification code to a visitor. */
export function useSendVerificationCode() {
  return useMutation({
    mutationFn: (email: string) => request('sendVerificationCode', { body: { email } }),
  });
}

/** Books for a visitor, who enters the verification code. Time slots are refetched, whether or not it succeeded. */
export function useBookAsVisitor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'bookAsVisitor', 'body'>) =>
      request('bookAsVisitor', { body }),
    onSettled: () =>
      Promise.all(
        [['appointment'], ['service'], ['area']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** Books an appointment. Lists and time slots are refetched, whether or not it succeeded. */
export function useBookAppointment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ booking, idempotencyKey }: BookingAttempt) => {
      const headers = { 'idempotency-key': idempotencyKey };
      return 'newCustomer' in booking
        ? request('bookForNewCustomer', { body: booking, headers })
        : request('bookAppointment', { body: booking, headers });
    },
    onSettled: () =>
      Promise.all(
        [['appointment'], ['user', 'customers'], ['place', 'suggestions']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
