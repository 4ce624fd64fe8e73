import type { CallReply } from '@curbwrench/contract/api/call-schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { pollIntervalMs } from '../api/polling.ts';
import { useBusiness } from '../business/queries.ts';
import { useSignedInUser } from '../session/queries.ts';
import { isSharing, ownPositionKey } from './location-sharing.ts';
import { deletePosition } from './delete-position.ts';

/**
 * Reads the mechanic's progress to an appointment. It depends on the appointment and on the mechanic's
 * position: live events of both invalidate it.
 */
export function useTracking(appointmentId: number) {
  return useQuery({
    queryKey: ['appointment', 'tracking', appointmentId],
    queryFn: ({ signal }) => call('trackAppointment', { params: { id: appointmentId }, signal }),
    staleTime: 0,
    refetchInterval: pollIntervalMs,
  });
}

/** Reads the signed-in mechanic's position on the server; null if it has none, or is no longer shared. */
export function useOwnPosition() {
  return useOwnEntry(({ location, sharingEnded }) => (sharingEnded ? null : location) ?? null);
}

/** Reads whether the signed-in mechanic's working hours of today are over, and so the sharing. */
export function useHasSharingEnded(): boolean {
  return useOwnEntry(({ sharingEnded }) => sharingEnded).data ?? false;
}

function useOwnEntry<T>(select: (entry: CallReply<'getMechanic'>) => T) {
  const { id } = useSignedInUser();
  return useQuery({
    queryKey: ownPositionKey(id),
    queryFn: ({ signal }) => call('getMechanic', { params: { id }, signal }),
    select,
  });
}

/** Deletes the signed-in mechanic's position on the server, because they no longer share it. */
export function useDeleteOwnPosition() {
  const client = useQueryClient();
  const { id } = useSignedInUser();
  const { demo } = useBusiness();
  return useMutation({
    mutationFn: () =>
      deletePosition(
        navigator.locks,
        () => call('changeMechanicStatus', { body: { location: null } }),
        () => isSharing(id, demo),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['mechanic'] }),
  });
}
