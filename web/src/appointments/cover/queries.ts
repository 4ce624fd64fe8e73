import type { CoverInput } from '@curbwrench/contract/appointments/cover-schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/**
 * Reads the jobs that a mechanic who is off leaves today, with a proposal. Events and returning to the window don't
 * read it again, so that nothing changes under the hands of whoever reviews it: the server checks what is confirmed.
 */
export function useCover(mechanicId: string) {
  return useQuery({
    queryKey: ['cover', mechanicId],
    queryFn: ({ signal }) => call('getCover', { params: { id: mechanicId }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Gives a mechanic's jobs of today to others, all of them or none. */
export function useCoverJobs(mechanicId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (jobs: CoverInput['jobs']) =>
      call('coverJobs', { params: { id: mechanicId }, body: { jobs } }),
    onSuccess: () =>
      Promise.all(
        ['appointment', 'mechanic'].map((kind) => client.invalidateQueries({ queryKey: [kind] })),
      ),
  });
}
