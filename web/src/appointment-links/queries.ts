import type { LinkedAppointment } from '@curbwrench/contract/appointment-links/schemas';
import type { ReviewInput } from '@curbwrench/contract/reviews/schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request, requestFile } from '../api/request.ts';
import { pollIntervalMs } from '../api/polling.ts';
import { saveFile } from '../lib/save-file.ts';

/** The first part of these queries' keys. The queries are polled, since live events require signing in. */
const keyPrefix = 'appointment-link';

const appointmentKey = (token: string) => [keyPrefix, 'one', token] as const;

/** Reads the linked appointment; disabled if the token is ''. */
export function useLinkedAppointment(token: string) {
  return useQuery({
    queryKey: appointmentKey(token),
    queryFn: ({ signal }) => request('readByLink', { body: { token }, signal }),
    enabled: token !== '',
    refetchInterval: pollIntervalMs,
  });
}

/** Reads the mechanic's progress toward the linked appointment. */
export function useLinkedTracking(token: string) {
  return useQuery({
    queryKey: [keyPrefix, 'tracking', token],
    queryFn: ({ signal }) => request('trackByLink', { body: { token }, signal }),
    staleTime: 0,
    refetchInterval: pollIntervalMs,
  });
}

/** Reads a day's time slots, and whether the appointment can be rescheduled to each; disabled if `date` is ''. */
export function useLinkedTimes(token: string, date: string) {
  return useQuery({
    queryKey: [keyPrefix, 'slots', token, date],
    queryFn: ({ signal }) =>
      request('listRescheduleTimesByLink', { body: { token, date }, signal }),
    enabled: date !== '',
    staleTime: 0,
    refetchInterval: pollIntervalMs,
  });
}

/** Reschedules the linked appointment. */
export function useRescheduleByLink(
  token: string,
  onSuccess: (rescheduled: LinkedAppointment) => void,
) {
  return useLinkedChange(
    token,
    (to: { date: string; startTime: string }) =>
      request('rescheduleByLink', { body: { token, ...to } }),
    onSuccess,
  );
}

/** Cancels the linked appointment. */
export function useCancelByLink(token: string, onSuccess: () => void) {
  return useLinkedChange(
    token,
    (reason: string) => request('cancelByLink', { body: { token, reason } }),
    onSuccess,
  );
}

/** Submits a review of the linked appointment after its completion. */
export function useReviewByLink(token: string) {
  return useLinkedChange(token, (review: ReviewInput) =>
    request('reviewByLink', { body: { token, ...review } }),
  );
}

/** Sends a change, and shows the changed appointment from the response. */
function useLinkedChange<Input>(
  token: string,
  change: (input: Input) => Promise<LinkedAppointment>,
  onSuccess?: (changed: LinkedAppointment) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (changed) => {
      client.setQueryData(appointmentKey(token), changed);
      onSuccess?.(changed);
    },
    onError: () => void client.invalidateQueries({ queryKey: appointmentKey(token) }),
  });
}

/** Downloads the appointment's calendar file, receipt or invoice. */
export function useLinkedFile(token: string) {
  return useMutation({
    mutationFn: async (file: 'calendar' | 'receipt' | 'invoice') => {
      const body = { token };
      if (file === 'calendar') {
        saveFile(await requestFile('getCalendarByLink', { body }), 'appointment.ics');
      } else saveFile(await requestFile('getReceiptByLink', { body }), `${file}.pdf`);
    },
  });
}
