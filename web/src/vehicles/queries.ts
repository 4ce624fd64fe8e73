import type { Vehicle } from '@curbwrench/contract/vehicles/schemas';
import type { CallInput } from '@curbwrench/contract/api/call-schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** All queries about vehicles start with this key; a live event invalidates all of them. */
const keyPrefix = 'vehicle';

interface VehicleOptions {
  /** For dispatch: one customer's vehicles. Anyone else reads their own, whatever is given here. */
  readonly customerId?: string | undefined;
  /** False while the owner is not known, or no one is signed in: then nothing is read. */
  readonly enabled?: boolean;
}

/** Reads the viewer's own vehicles, or for dispatch those of a customer. */
export function useVehicles({ customerId, enabled = true }: VehicleOptions = {}) {
  return useQuery({ ...vehiclesQuery(customerId), enabled });
}

export function vehiclesQuery(customerId?: string) {
  return queryOptions({
    queryKey: getListKey(customerId),
    queryFn: ({ signal }) => call('listVehicles', { query: { customerId }, signal }),
  });
}

/**
 * Adds a vehicle; dispatch names its owner. The list contains it before the promise resolves, so that a
 * form can select it immediately.
 */
export function useAddVehicle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (vehicle: CallInput<'createVehicle', 'body'>) =>
      call('createVehicle', { body: vehicle }),
    onSuccess: (vehicle, { customerId }) => {
      client.setQueryData<Vehicle[]>(getListKey(customerId), (list) =>
        list?.some((listed) => listed.id === vehicle.id) ? list : list && [...list, vehicle],
      );
      return client.invalidateQueries({ queryKey: [keyPrefix] });
    },
  });
}

/** Changes a vehicle. */
export function useChangeVehicle(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: CallInput<'changeVehicle', 'body'>) =>
      call('changeVehicle', { params: { id }, body: change }),
    onSuccess: () => client.invalidateQueries({ queryKey: [keyPrefix] }),
  });
}

/** Removes a vehicle; its past services keep its name. */
export function useDeleteVehicle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('deleteVehicle', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [keyPrefix] }),
  });
}

function getListKey(customerId: string | undefined) {
  return [keyPrefix, 'list', customerId ?? null];
}
