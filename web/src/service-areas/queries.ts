import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import type { PlacePrecision } from '@curbwrench/contract/places/precision';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';

/** Reads all areas, sorted by name. No sign-in required. */
export function useServiceAreas() {
  return useQuery(serviceAreasQuery);
}

export const serviceAreasQuery = queryOptions({
  queryKey: ['area', 'list'],
  queryFn: ({ signal }) => request('listServiceAreas', { signal }),
});

/** Where a job would be: a ZIP code, coordinates, or both. */
export interface AreaLocation {
  readonly zip?: string;
  readonly lat?: number;
  readonly lng?: number;
  readonly precision?: PlacePrecision;
}

/**
 * Reads whether the business serves a location, at the given time if there is one; disabled if `location` is null.
 * While a different location or time is looked up, the previous result remains as placeholder data. No sign-in
 * required.
 */
export function useAreaLookup(
  location: AreaLocation | null,
  { date = '', startTime = '' }: { date?: string; startTime?: string } = {},
) {
  const time = {
    ...(date !== '' && { date }),
    ...(startTime !== '' && { startTime }),
  };
  return useQuery({
    queryKey: ['area', 'lookup', location, time] as const,
    queryFn: ({ signal }) =>
      request('findServiceArea', { query: { ...location, ...time }, signal }),
    enabled: location !== null,
    placeholderData: (previous) => (location === null ? undefined : previous),
  });
}

/** Creates an area, or changes the one with this id. For admins. */
export function useSaveServiceArea(id: number | null) {
  const invalidateAreas = useInvalidateAreas();
  return useMutation({
    mutationFn: (body: EndpointInput<'createServiceArea', 'body'>) =>
      id === null
        ? request('createServiceArea', { body })
        : request('changeServiceArea', { params: { id }, body }),
    onSettled: invalidateAreas,
  });
}

/** Deletes an area. For admins. */
export function useDeleteServiceArea() {
  const invalidateAreas = useInvalidateAreas();
  return useMutation({
    mutationFn: (id: number) => request('deleteServiceArea', { params: { id } }),
    onSettled: invalidateAreas,
  });
}

function useInvalidateAreas() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['area'] });
}
