import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import { pollIntervalMs } from '../../api/polling.ts';

/** Returns the query for a day of the board. */
export function boardDayQuery(date: string) {
  return queryOptions({
    queryKey: ['appointment', 'board', date],
    queryFn: ({ signal }) => request('getBoardDay', { query: { date }, signal }),
  });
}

/** Reads a day of the board, and polls it, because other people change it too. */
export function useBoardDay(date: string) {
  return useQuery({ ...boardDayQuery(date), refetchInterval: pollIntervalMs });
}

/** Reads where a job fits on a day; reads nothing if the id is null. */
export function usePlacements(id: number | null, date: string) {
  return useQuery({
    queryKey: ['appointment', 'placements', id, date],
    queryFn: () => request('listPlacements', { params: { id: String(id) }, query: { date } }),
    enabled: id !== null,
    staleTime: 0,
  });
}

/** Returns the query for how busy everyone is in the week that contains a date. */
export function boardWeekQuery(date: string) {
  return queryOptions({
    queryKey: ['appointment', 'board', 'week', date],
    queryFn: ({ signal }) => request('getBoardWeek', { query: { date }, signal }),
  });
}

/** Reads how busy everyone is in a week, and polls it, because other people change it too. */
export function useBoardWeek(date: string) {
  return useQuery({ ...boardWeekQuery(date), refetchInterval: pollIntervalMs });
}
