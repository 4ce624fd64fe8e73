import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';

/** All queries about services start with this key; a live event invalidates all of them. */
const keyPrefix = 'service';

/** Reads all services that can be booked. No sign-in required. */
export function useServices() {
  return useQuery(servicesQuery);
}

export const servicesQuery = queryOptions({
  queryKey: [keyPrefix, 'list'],
  queryFn: ({ signal }) => request('listServices', { signal }),
});

/** Creates a service, or changes the one with this id. For admins. */
export function useSaveService(id: number | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (service: EndpointInput<'createService', 'body'>) =>
      id === null
        ? request('createService', { body: service })
        : request('changeService', { params: { id }, body: service }),
    // Awaited, so that the list shows the service when the dialog closes.
    onSuccess: () => client.invalidateQueries({ queryKey: [keyPrefix] }),
  });
}

/** Adds several services: either all of them or, after a refusal, none. For admins. */
export function useAddServices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'createServices', 'body'>) =>
      request('createServices', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: [keyPrefix] }),
  });
}

/** Removes a service from sale; existing bookings still show its name. For admins. */
export function useDeleteService() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request('deleteService', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [keyPrefix] }),
  });
}
