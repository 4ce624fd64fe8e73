import type {
  Appointment,
  AppointmentChange,
  AppointmentQuery,
} from '@curbwrench/contract/appointments';
import { addDays } from '@curbwrench/contract/calendar';
import { openStatuses, type AppointmentStatus } from '@curbwrench/contract/lifecycle';
import {
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call, callPage } from '../api/call.ts';
import { usePages } from '../api/pages.ts';
import { pollEvery } from '../api/polling.ts';

/** Everything about appointments stands under this key; a live event invalidates all of it. */
const noun = 'appointment';

/** How many appointments a list has at first, and with each "Show more". */
const listLength = 20;

/** What a list is narrowed to; a field that is absent or undefined narrows nothing. */
export interface AppointmentFilters {
  readonly status?: readonly AppointmentStatus[] | undefined;
  readonly date?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** For dispatch: one mechanic's jobs. */
  readonly mechanicId?: string | undefined;
  readonly when?: AppointmentQuery['when'];
  /** For dispatch: only what is overdue. */
  readonly attention?: AppointmentQuery['attention'];
  readonly sort?: AppointmentQuery['sort'];
}

interface Asking {
  /** Whether to ask again every 30 s. */
  readonly poll?: boolean;
}

interface AskingPages extends Asking {
  readonly pageLength?: number;
  /** Whether to ask at all; yes if not given. */
  readonly enabled?: boolean;
}

/**
 * One appointment whole, with its history and what may be done. Asked again at the pace of the
 * views that wait for somebody: what is open hangs on the clock too.
 */
export function useAppointment(id: string) {
  return useQuery({ ...appointmentQuery(id), refetchInterval: pollEvery });
}

export function appointmentQuery(id: string) {
  return queryOptions({
    queryKey: [noun, 'one', id],
    queryFn: ({ signal }) => call('getAppointment', { params: { id }, signal }),
  });
}

/** The ten times of a day that an appointment can be moved to; nothing is asked for ''. */
export function useNewTimes(id: number, date: string) {
  return useQuery({
    queryKey: [noun, 'slots', 'of', id, date],
    queryFn: ({ signal }) => call('listNewTimes', { params: { id }, query: { date }, signal }),
    enabled: date !== '',
    staleTime: 0,
    refetchInterval: pollEvery,
  });
}

/** A short list, at most `limit` long. Its length is no count: see `useAppointmentCounts`. */
export function useAppointments(
  filters: AppointmentFilters,
  limit: number,
  { poll = false }: Asking = {},
) {
  return useQuery({ ...appointmentsQuery(filters, limit), refetchInterval: poll && pollEvery });
}

export function appointmentsQuery(filters: AppointmentFilters, limit: number) {
  const query = { ...queryOf(filters), limit };
  return queryOptions({
    queryKey: [noun, 'list', filters, limit],
    queryFn: ({ signal }) => call('listAppointments', { query, signal }),
  });
}

/**
 * How a customer's dashboard looks for what comes next: enough to find one not passed over, from
 * yesterday, since a job under way does not end at midnight.
 */
export function upcomingQuery(today: string) {
  return appointmentsQuery(
    {
      status: openStatuses,
      from: addDays(today, -1),
      sort: 'date',
    },
    20,
  );
}

/** A long list, page by page through the `Link` header's cursor. */
export function useAppointmentPages(
  filters: AppointmentFilters,
  { poll = false, pageLength, enabled = true }: AskingPages = {},
) {
  return usePages({
    ...appointmentPages(filters, pageLength),
    idOf: ({ id }) => id,
    enabled,
    refetchInterval: poll && pollEvery,
  });
}

/** What such a list reads. */
export function appointmentPages(filters: AppointmentFilters, pageLength = listLength) {
  const query = { ...queryOf(filters), limit: pageLength };
  return {
    queryKey: [noun, 'pages', filters, pageLength],
    read: (cursor: string | undefined, signal: AbortSignal) =>
      callPage('listAppointments', { query: { ...query, cursor }, signal }),
  };
}

/** What is counted: everything that the reader may see, or less. */
interface CountFilters {
  readonly date?: string | undefined;
  readonly when?: 'upcoming';
  /** For dispatch: one mechanic's jobs. */
  readonly mechanicId?: string | undefined;
  /** For dispatch: only what is overdue. */
  readonly attention?: AppointmentQuery['attention'];
}

/** Exact counts by status. */
export function useAppointmentCounts(filters: CountFilters = {}, { poll = false }: Asking = {}) {
  return useQuery({ ...appointmentCountsQuery(filters), refetchInterval: poll && pollEvery });
}

/** Exact counts of several dates, in their order; one that isn't known yet has no `data`. */
export function useAppointmentCountsByDate(
  dates: readonly string[],
  { poll = false, mechanicId }: Asking & Pick<CountFilters, 'mechanicId'> = {},
) {
  return useQueries({
    queries: dates.map((date) => ({
      ...appointmentCountsQuery({ date, mechanicId }),
      refetchInterval: poll && pollEvery,
    })),
  });
}

/**
 * The mechanics who could take an appointment, the best first. Asked anew whenever the question
 * comes up: the answer depends on everyone else's day.
 */
export function useCandidates(appointmentId: number) {
  return useQuery({
    queryKey: [noun, 'candidates', appointmentId],
    queryFn: ({ signal }) => call('listCandidates', { params: { id: appointmentId }, signal }),
    staleTime: 0,
    refetchInterval: pollEvery,
  });
}

interface Change {
  readonly id: number;
  readonly change: AppointmentChange;
}

interface Outcomes {
  readonly onSuccess?: (appointment: Appointment) => void;
  readonly onError?: (error: Error) => void;
}

/**
 * One step of an appointment's life. Lists, mechanics (a job under way makes them busy),
 * payments (a finished job makes one) and the session's own status are read again. The outcomes
 * are told even when the row that asked has meanwhile left the screen.
 */
export function useChangeAppointment({ onSuccess, onError }: Outcomes = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: Change): Promise<Appointment> =>
      call('changeAppointment', { params: { id }, body: change }),
    onSuccess: (appointment) => onSuccess?.(appointment),
    onError: (error) => onError?.(error),
    onSettled: () =>
      Promise.all(
        [noun, 'mechanic', 'payment', 'user'].map((kind) =>
          client.invalidateQueries({ queryKey: [kind] }),
        ),
      ),
  });
}

export function appointmentCountsQuery(query: CountFilters) {
  return queryOptions({
    queryKey: [noun, 'counts', query],
    queryFn: ({ signal }) => call('countAppointments', { query, signal }),
  });
}

function queryOf({ status, ...rest }: AppointmentFilters) {
  return { ...rest, status: status?.join(',') };
}
