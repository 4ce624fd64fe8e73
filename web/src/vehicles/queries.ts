import type { Vehicle } from '@curbwrench/contract/vehicles/schemas';
import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request, requestPage } from '../api/request.ts';
import { usePages } from '../api/pages.ts';
import { useIdempotencyHeaders } from '../lib/idempotency-headers.ts';

/** All queries about vehicles start with this key; a live event invalidates all of them. */
const keyPrefix = 'vehicle';

interface VehicleOptions {
  /** For the office: whose vehicles to read. Anyone else reads their own vehicles, regardless of this option. */
  readonly customerId?: string | undefined;
  /** False while the owner is not known, or no one is signed in; then nothing is read. */
  readonly enabled?: boolean;
}

/** Reads the viewer's own vehicles, or for the office a customer's vehicles. */
export function useVehicles({ customerId, enabled = true }: VehicleOptions = {}) {
  return useQuery({ ...vehiclesQuery(customerId), enabled });
}

/** Returns the query of `useVehicles`, for loaders. */
export function vehiclesQuery(customerId?: string) {
  return queryOptions({
    queryKey: getListKey(customerId),
    queryFn: ({ signal }) => request('listVehicles', { query: { customerId }, signal }),
  });
}

/**
 * The query for the customers' makes and models, for the office. Its key has no vehicle prefix, so that it is not
 * refetched whenever a vehicle is added.
 */
export const knownMakesQuery = queryOptions({
  queryKey: ['known-makes'],
  queryFn: ({ signal }) => request('listKnownMakes', { signal }),
});

/** Returns the query of one vehicle. */
export function vehicleQuery(id: number) {
  return queryOptions({
    queryKey: [keyPrefix, 'one', id],
    queryFn: ({ signal }) => request('getVehicle', { params: { id }, signal }),
  });
}

/** Reads a vehicle's completed appointments, newest first. */
export function useVehicleVisits(id: number) {
  return usePages({
    // Live events about appointments invalidate this key.
    queryKey: ['appointment', 'vehicle-visits', id],
    read: (cursor, signal) =>
      requestPage('listVehicleVisits', { params: { id }, query: { cursor }, signal }),
    idOf: ({ appointmentId }) => appointmentId,
  });
}

/**
 * Adds a vehicle; the office specifies its owner. The list contains it before the promise resolves, so that a
 * form can select it immediately. Sending the same vehicle again after a lost response does not add it twice.
 */
export function useAddVehicle() {
  const client = useQueryClient();
  const headersFor = useIdempotencyHeaders();
  return useMutation({
    mutationFn: (vehicle: EndpointInput<'createVehicle', 'body'>) =>
      request('createVehicle', { body: vehicle, headers: headersFor(vehicle) }),
    onSuccess: (vehicle, { customerId }) => {
      client.setQueryData<Vehicle[]>(getListKey(customerId), (list) =>
        list?.some((listed) => listed.id === vehicle.id) ? list : list && [...list, vehicle],
      );
      return Promise.all(
        // The customer's record lists their vehicles.
        [[keyPrefix], ['user', 'customers']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}

/** Changes a vehicle. */
export function useChangeVehicle(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: EndpointInput<'changeVehicle', 'body'>) =>
      request('changeVehicle', { params: { id }, body: change }),
    onSuccess: () => client.invalidateQueries({ queryKey: [keyPrefix] }),
  });
}

/** Removes a vehicle; past services still show its name. */
export function useDeleteVehicle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request('deleteVehicle', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [keyPrefix] }),
  });
}

function getListKey(customerId: string | undefined) {
  return [keyPrefix, 'list', customerId ?? null];
}
