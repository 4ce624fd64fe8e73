import type { EndpointReply } from '@curbwrench/contract/api/endpoint-schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { pollIntervalMs } from '../api/polling.ts';
import { useBusiness } from '../business/queries.ts';
import { useSignedInUser } from '../session/queries.ts';
import { isSharing, signedInMechanicKey } from './location-sharing.ts';
import { deletePosition } from './delete-position.ts';

/**
 * Reads the mechanic's progress toward an appointment. It depends on the appointment and on the mechanic's
 * position; live events about either invalidate it.
 */
export function useTracking(appointmentId: number) {
  return useQuery({
    queryKey: ['appointment', 'tracking', appointmentId],
    queryFn: ({ signal }) => request('trackAppointment', { params: { id: appointmentId }, signal }),
    staleTime: 0,
    refetchInterval: pollIntervalMs,
  });
}

/** Reads the signed-in mechanic's position from the server; null if there is none, or it is no longer shared. */
export function useOwnPosition() {
  return useSignedInMechanic(
    ({ location, sharingEnded }) => (sharingEnded ? null : location) ?? null,
  );
}

/** Reads whether sharing has ended because the signed-in mechanic's working hours for today are over. */
export function useHasSharingEnded(): boolean {
  return useSignedInMechanic(({ sharingEnded }) => sharingEnded).data ?? false;
}

function useSignedInMechanic<T>(select: (mechanic: EndpointReply<'getMechanic'>) => T) {
  const { id } = useSignedInUser();
  return useQuery({
    queryKey: signedInMechanicKey(id),
    queryFn: ({ signal }) => request('getMechanic', { params: { id }, signal }),
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
        () => request('changeMechanicStatus', { body: { location: null } }),
        () => isSharing(id, demo),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['mechanic'] }),
  });
}
