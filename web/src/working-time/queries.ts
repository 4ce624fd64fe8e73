import type { WorkingTimeReply } from '@curbwrench/contract/working-time/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';

/** All queries about working time start with this key; a live event invalidates all of them. */
const keyPrefix = 'working-time';

/** Reads the week, Sunday through Saturday, that contains a date; a mechanic gets only their own hours. */
export function teamWeekQuery(date: string) {
  return queryOptions({
    queryKey: [keyPrefix, 'week', date] as const,
    queryFn: ({ signal }) => request('getTeamWeek', { query: { date }, signal }),
  });
}

/** Reads the upcoming holidays and the suggested ones. For the office. */
export const holidaysQuery = queryOptions({
  queryKey: [keyPrefix, 'holidays'],
  queryFn: ({ signal }) => request('listHolidays', { signal }),
});

/** Sends a change to working time, with the ids of the appointments that the user agreed to strand. */
export type SendChange = (acceptedAppointmentIds: number[]) => Promise<WorkingTimeReply>;

/**
 * Saves a change to working time. If the change strands appointments, `save` returns false and `stranded` lists
 * them; saving again accepts exactly these appointments.
 */
export function useSaveWorkingTime() {
  const client = useQueryClient();
  const [stranded, setStranded] = useState<WorkingTimeReply['stranded']>([]);
  const mutation = useMutation({
    mutationFn: async (send: SendChange) => {
      const reply = await send(stranded.map(({ id }) => id));
      // If nothing is stranded but nothing was saved, the form has been edited since and no longer strands the accepted
      // appointments. Sends the change again without them.
      return !reply.saved && reply.stranded.length === 0 ? send([]) : reply;
    },
    onSuccess: async (reply) => {
      setStranded(reply.saved ? [] : reply.stranded);
      if (reply.saved) await client.invalidateQueries({ queryKey: [keyPrefix] });
    },
  });
  return {
    save: async (send: SendChange) => (await mutation.mutateAsync(send)).saved,
    stranded,
    error: mutation.error,
    isPending: mutation.isPending,
  };
}

/** Makes a change that can't strand appointments: removing time off, or renaming or removing a holiday. */
export function useChangeWorkingTime() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSettled: () => client.invalidateQueries({ queryKey: [keyPrefix] }),
  });
}
