import type { CoverageInput } from '@curbwrench/contract/appointments/coverage-schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/request.ts';

/**
 * Reads the jobs of a mechanic who is off today, with a proposal for each. They are not refetched after live events or
 * when the window regains focus, so that nothing changes while they are reviewed. The server checks the choices when they
 * are confirmed.
 */
export function useCoverageProposals(mechanicId: string) {
  return useQuery({
    queryKey: ['coverage', mechanicId],
    queryFn: ({ signal }) =>
      request('getCoverageProposals', { params: { id: mechanicId }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Assigns a mechanic's jobs for today to other mechanics: either all of them or none. */
export function useCoverJobs(mechanicId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (jobs: CoverageInput['jobs']) =>
      request('coverJobs', { params: { id: mechanicId }, body: { jobs } }),
    onSuccess: () =>
      Promise.all(
        ['appointment', 'mechanic'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      ),
  });
}
