import type {
  Appointment,
  AppointmentChange,
  AppointmentQuery,
} from '@curbwrench/contract/appointments/schemas';
import { addDays } from '@curbwrench/contract/fields/calendar';
import { openStatuses, type AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import {
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { request, requestPage } from '../api/request.ts';
import { usePages } from '../api/pages.ts';
import { pollIntervalMs } from '../api/polling.ts';

/** All queries about appointments start with this key; a live event invalidates all of them. */
const keyPrefix = 'appointment';

/** How many appointments a list initially shows, and how many each "Show more" adds. */
const defaultPageSize = 20;

/** The filters of a list; a field that is absent or undefined does not filter. */
export interface AppointmentFilters {
  readonly status?: readonly AppointmentStatus[] | undefined;
  readonly date?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** For the office: one mechanic's jobs. */
  readonly mechanicId?: string | undefined;
  /** For the office: one customer's appointments. */
  readonly customerId?: string | undefined;
  readonly when?: AppointmentQuery['when'];
  /** For the office: only appointments that need attention. */
  readonly attention?: AppointmentQuery['attention'];
  readonly sort?: AppointmentQuery['sort'];
}

interface PollOptions {
  /** Whether to refetch every 30 s. */
  readonly poll?: boolean;
}

interface PagesOptions extends PollOptions {
  readonly pageSize?: number;
  /** Whether to read the list; true by default. */
  readonly enabled?: boolean;
}

/**
 * Reads one appointment with its history and the available actions. Polled, because what is available also
 * depends on the time.
 */
export function useAppointment(id: string) {
  return useQuery({ ...appointmentQuery(id), refetchInterval: pollIntervalMs });
}

/** Returns the query of `useAppointment`, for loaders. */
export function appointmentQuery(id: string) {
  return queryOptions({
    queryKey: [keyPrefix, 'one', id],
    queryFn: ({ signal }) => request('getAppointment', { params: { id }, signal }),
  });
}

/** Returns the URL of an appointment's calendar file, which the browser downloads. */
export function appointmentCalendarUrl(id: number): string {
  return `/api/appointments/${id}/calendar.ics`;
}

/** Reads a day's time slots and whether the appointment can be moved to each; reads nothing if `date` is ''. */
export function useRescheduleTimes(id: number, date: string) {
  return useQuery({
    queryKey: [keyPrefix, 'slots', 'of', id, date],
    queryFn: ({ signal }) =>
      request('listRescheduleTimes', { params: { id }, query: { date }, signal }),
    enabled: date !== '',
    staleTime: 0,
    refetchInterval: pollIntervalMs,
  });
}

/** Reads a short list of up to `limit` rows. For the number of all matching rows, see `useAppointmentCounts`. */
export function useAppointments(
  filters: AppointmentFilters,
  limit: number,
  { poll = false }: PollOptions = {},
) {
  return useQuery({
    ...appointmentsQuery(filters, limit),
    refetchInterval: poll && pollIntervalMs,
  });
}

/** Returns the query of `useAppointments`, for loaders. */
export function appointmentsQuery(filters: AppointmentFilters, limit: number) {
  const query = { ...toQuery(filters), limit };
  return queryOptions({
    queryKey: [keyPrefix, 'list', filters, limit],
    queryFn: ({ signal }) => request('listAppointments', { query, signal }),
  });
}

/** More jobs than fit into a mechanic's day, since jobs do not overlap. */
const dayLimit = 100;

/** Returns the query for a mechanic's jobs on one day. */
export function dayQuery(date: string, ownJobs: Pick<AppointmentFilters, 'mechanicId'>) {
  return appointmentsQuery({ date, sort: 'date', ...ownJobs }, dayLimit);
}

/** Enough rows to include the next appointment: only a few open ones from yesterday or today can come before it. */
const upcomingLimit = 20;

/**
 * Returns the query for a customer's next appointment. It starts with yesterday, because a job in
 * progress does not end at midnight.
 */
export function upcomingQuery(today: string) {
  return appointmentsQuery(
    {
      status: openStatuses,
      from: addDays(today, -1),
      sort: 'date',
    },
    upcomingLimit,
  );
}

/** Reads a long list, which is paginated by the `Link` header's cursor. */
export function useAppointmentPages(
  filters: AppointmentFilters,
  { poll = false, pageSize, enabled = true }: PagesOptions = {},
) {
  return usePages({
    ...appointmentPages(filters, pageSize),
    idOf: ({ id }) => id,
    enabled,
    refetchInterval: poll && pollIntervalMs,
  });
}

/** Returns the query key of a paginated list, and the function that reads a page. */
export function appointmentPages(filters: AppointmentFilters, pageSize = defaultPageSize) {
  const query = { ...toQuery(filters), limit: pageSize };
  return {
    queryKey: [keyPrefix, 'pages', filters, pageSize],
    read: (cursor: string | undefined, signal: AbortSignal) =>
      requestPage('listAppointments', { query: { ...query, cursor }, signal }),
  };
}

/** Limits which appointments are counted; without filters, all that the viewer can see are counted. */
interface CountFilters {
  readonly date?: string | undefined;
  readonly when?: 'upcoming';
  /** For the office: one mechanic's jobs. */
  readonly mechanicId?: string | undefined;
  /** For the office: only appointments that need attention. */
  readonly attention?: AppointmentQuery['attention'];
}

/** Reads exact counts by status. */
export function useAppointmentCounts(
  filters: CountFilters = {},
  { poll = false }: PollOptions = {},
) {
  return useQuery({ ...appointmentCountsQuery(filters), refetchInterval: poll && pollIntervalMs });
}

/** Reads exact counts for several dates, in the order of `dates`; a count that is still loading has no `data`. */
export function useAppointmentCountsByDate(
  dates: readonly string[],
  { poll = false, mechanicId }: PollOptions & Pick<CountFilters, 'mechanicId'> = {},
) {
  return useQueries({
    queries: dates.map((date) => ({
      ...appointmentCountsQuery({ date, mechanicId }),
      refetchInterval: poll && pollIntervalMs,
    })),
  });
}

/**
 * Reads the mechanics who could take an appointment, the best match first. Refetched on every use, because
 * the list depends on all other appointments.
 */
export function useCandidates(appointmentId: number) {
  return useQuery({ ...candidatesQuery(appointmentId), refetchInterval: pollIntervalMs });
}

/** Returns the query of `useCandidates`. */
export function candidatesQuery(appointmentId: number) {
  return queryOptions({
    queryKey: [keyPrefix, 'candidates', appointmentId],
    queryFn: ({ signal }) => request('listCandidates', { params: { id: appointmentId }, signal }),
    staleTime: 0,
  });
}

interface Change {
  readonly id: number;
  readonly change: AppointmentChange;
}

interface ChangeCallbacks {
  readonly onSuccess?: (appointment: Appointment) => void;
  readonly onError?: (error: Error) => void;
}

/**
 * Changes an appointment, then refetches lists, mechanics (a job in progress makes them busy), payments (a
 * completed job creates one) and the signed-in person, whose status may have changed. The callbacks run even if
 * the row with the button has left the screen.
 */
export function useChangeAppointment({ onSuccess, onError }: ChangeCallbacks = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: Change): Promise<Appointment> =>
      request('changeAppointment', { params: { id }, body: change }),
    onSuccess: (appointment) => onSuccess?.(appointment),
    onError: (error) => onError?.(error),
    onSettled: (_appointment, error) => {
      const refetches = Promise.all(
        [keyPrefix, 'mechanic', 'payment', 'user'].map((key) =>
          client.invalidateQueries({ queryKey: [key] }),
        ),
      );
      // A form shows its failure immediately, without waiting for the lists.
      return error ? undefined : refetches;
    },
  });
}

/** Returns the query of `useAppointmentCounts`, for loaders. */
export function appointmentCountsQuery(query: CountFilters) {
  return queryOptions({
    queryKey: [keyPrefix, 'counts', query],
    queryFn: ({ signal }) => request('countAppointments', { query, signal }),
  });
}

function toQuery({ status, ...rest }: AppointmentFilters) {
  return { ...rest, status: status?.join(',') };
}
