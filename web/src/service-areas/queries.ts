import type { CallInput } from '@curbwrench/contract/api/call-schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Reads all areas, by name. Open to everyone. */
export function useServiceAreas() {
  return useQuery(serviceAreasQuery);
}

export const serviceAreasQuery = queryOptions({
  queryKey: ['area', 'list'],
  queryFn: ({ signal }) => call('listServiceAreas', { signal }),
});

/** Reads whether the business serves a ZIP code; reads nothing for null. Open to everyone. */
export function useAreaLookup(zip: string | null) {
  return useQuery({
    queryKey: ['area', 'answer', zip],
    queryFn: ({ signal }) => call('findServiceArea', { query: { zip: zip ?? '' }, signal }),
    enabled: zip !== null,
  });
}

/** Creates an area, or changes the one with this id. For admins. */
export function useSaveServiceArea(id: number | null) {
  const invalidateAreas = useInvalidateAreas();
  return useMutation({
    mutationFn: (body: CallInput<'createServiceArea', 'body'>) =>
      id === null
        ? call('createServiceArea', { body })
        : call('changeServiceArea', { params: { id }, body }),
    onSettled: invalidateAreas,
  });
}

/** Deletes an area. For admins. */
export function useDeleteServiceArea() {
  const invalidateAreas = useInvalidateAreas();
  return useMutation({
    mutationFn: (id: number) => call('deleteServiceArea', { params: { id } }),
    onSettled: invalidateAreas,
  });
}

function useInvalidateAreas() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['area'] });
}
