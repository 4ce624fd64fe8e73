import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { pollEvery } from '../api/polling.ts';
import { useBusiness } from '../business/queries.ts';
import { useSignedInUser } from '../session/queries.ts';
import { isShared } from './location-sharing.ts';
import { forgetLast } from './report-order.ts';

/**
 * How far the mechanic's way to an appointment has come. It hangs on the appointment and on where
 * its mechanic is: live events of both make it old.
 */
export function useTracking(appointmentId: number) {
  return useQuery({
    queryKey: ['appointment', 'tracking', appointmentId],
    queryFn: ({ signal }) => call('trackAppointment', { params: { id: appointmentId }, signal }),
    staleTime: 0,
    refetchInterval: pollEvery,
  });
}

/** The signed-in mechanic as the office sees them. */
export function ownPositionKey(userId: string) {
  return ['mechanic', 'one', userId] as const;
}

/** What the server knows of the signed-in mechanic's whereabouts; null when it knows of none. */
export function useOwnPosition() {
  const { id } = useSignedInUser();
  return useQuery({
    queryKey: ownPositionKey(id),
    queryFn: ({ signal }) => call('getMechanic', { params: { id }, signal }),
    select: ({ location }) => location ?? null,
  });
}

/** Has the server forget where the signed-in mechanic is, because they share it no longer. */
export function useForgetOwnPosition() {
  const client = useQueryClient();
  const { id } = useSignedInUser();
  const { demo } = useBusiness();
  return useMutation({
    mutationFn: () =>
      forgetLast(
        navigator.locks,
        () => call('changeMechanicStatus', { body: { location: null } }),
        () => isShared(id, demo),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['mechanic'] }),
  });
}
