import type { CallInput } from '@curbwrench/contract/call-schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Every area, by name. Anyone may read them. */
export function useServiceAreas() {
  return useQuery(serviceAreasQuery);
}

export const serviceAreasQuery = queryOptions({
  queryKey: ['area', 'list'],
  queryFn: ({ signal }) => call('listServiceAreas', { signal }),
});

/** Whether the business comes to a ZIP code; nothing is asked while it is null. Anyone may ask. */
export function useAreaAnswer(zip: string | null) {
  return useQuery({
    queryKey: ['area', 'answer', zip],
    queryFn: ({ signal }) => call('findServiceArea', { query: { zip: zip ?? '' }, signal }),
    enabled: zip !== null,
  });
}

/** Makes an area, or changes the one of that id. For admins. */
export function useSaveServiceArea(id: number | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: CallInput<'createServiceArea', 'body'>) =>
      id === null
        ? call('createServiceArea', { body })
        : call('changeServiceArea', { params: { id }, body }),
    onSettled: refresh,
  });
}

/** Removes an area. For admins. */
export function useDeleteServiceArea() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => call('deleteServiceArea', { params: { id } }),
    onSettled: refresh,
  });
}

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['area'] });
}
