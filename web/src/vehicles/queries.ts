import type { Vehicle } from '@curbwrench/contract/vehicles';
import type { CallInput } from '@curbwrench/contract/call-schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Everything about vehicles stands under this key; a live event invalidates all of it. */
const noun = 'vehicle';

interface Whose {
  /** For dispatch: one customer's vehicles. Anyone else reads their own, whatever stands here. */
  readonly customerId?: string | undefined;
  /** False while it is not known whose, or nobody is signed in: nothing is asked then. */
  readonly enabled?: boolean;
}

/** The reader's own vehicles, or the ones of a customer whom dispatch names. */
export function useVehicles({ customerId, enabled = true }: Whose = {}) {
  return useQuery({ ...vehiclesQuery(customerId), enabled });
}

export function vehiclesQuery(customerId?: string) {
  return queryOptions({
    queryKey: listKey(customerId),
    queryFn: ({ signal }) => call('listVehicles', { query: { customerId }, signal }),
  });
}

/**
 * Adds a vehicle; dispatch names the customer whose it is. The list holds it before the promise
 * resolves, so that a form can select it at once.
 */
export function useAddVehicle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (vehicle: CallInput<'createVehicle', 'body'>) =>
      call('createVehicle', { body: vehicle }),
    onSuccess: (vehicle, { customerId }) => {
      client.setQueryData<Vehicle[]>(listKey(customerId), (list) =>
        list?.some((one) => one.id === vehicle.id) ? list : list && [...list, vehicle],
      );
      return client.invalidateQueries({ queryKey: [noun] });
    },
  });
}

/** Changes a vehicle. */
export function useChangeVehicle(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: CallInput<'changeVehicle', 'body'>) =>
      call('changeVehicle', { params: { id }, body: change }),
    onSuccess: () => client.invalidateQueries({ queryKey: [noun] }),
  });
}

/** Removes a vehicle; what was done to it keeps its name. */
export function useDeleteVehicle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('deleteVehicle', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [noun] }),
  });
}

function listKey(customerId: string | undefined) {
  return [noun, 'list', customerId ?? null];
}
