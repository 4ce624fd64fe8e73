import type { AppointmentCounts } from '@curbwrench/contract/appointments';
import { addDays, displayDate, isCalendarDate } from '@curbwrench/contract/calendar';
import {
  appointmentStatuses,
  statusLabels,
  type AppointmentStatus,
} from '@curbwrench/contract/lifecycle';
import type { Role } from '@curbwrench/contract/roles';
import type { AppointmentsSearch } from '../../searches.ts';
import type { AppointmentFilters } from '../queries.ts';

export type AppointmentTab = NonNullable<AppointmentsSearch['tab']>;

const tabLabels: Record<AppointmentTab, string> = {
  all: 'All',
  upcoming: 'Upcoming',
  past: 'Past',
};

/** The tabs a role has, the default first: All is for admins. */
export function tabsFor(role: Role): readonly { value: AppointmentTab; label: string }[] {
  const values =
    role === 'admin' ? (['all', 'upcoming', 'past'] as const) : (['upcoming', 'past'] as const);
  return values.map((value) => ({ value, label: tabLabels[value] }));
}

/** The tab an address opens for a role: its own, or the default where it has no such tab. */
export function tabIn(search: AppointmentsSearch, role: Role): AppointmentTab {
  const tabs = tabsFor(role);
  const tab = tabs.find(({ value }) => value === search.tab) ?? tabs[0];
  return tab?.value ?? 'upcoming';
}

/** The status filter's choices: 'unassigned' is offered to admins only. */
export function statusChoices(role: Role): readonly { value: AppointmentStatus; label: string }[] {
  return appointmentStatuses
    .filter((status) => role === 'admin' || status !== 'unassigned')
    .map((value) => ({ value, label: statusLabels[value] }));
}

/** The status an address filters by, if it is one of the role's choices. */
export function statusIn(search: AppointmentsSearch, role: Role): AppointmentStatus | undefined {
  return statusChoices(role).find(({ value }) => value === search.status)?.value;
}

/** The date an address filters by, if there is such a date. */
export function dateIn(search: AppointmentsSearch): string | undefined {
  return search.date !== undefined && isCalendarDate(search.date) ? search.date : undefined;
}

/** '24 appointments, and 2 cancelled'; '' of a day without any, whose list says so itself. */
export function dayCountText(counts: AppointmentCounts): string {
  const { cancelled } = counts;
  const others = Object.values(counts).reduce((sum, count) => sum + count, 0) - cancelled;
  if (others + cancelled === 0) return '';
  const text = `${others} ${others === 1 ? 'appointment' : 'appointments'}`;
  return cancelled === 0 ? text : `${text}, and ${cancelled} cancelled`;
}

/**
 * What the list call is asked for. All begins at today and goes on by day, unless one day is asked
 * for; upcoming is earliest first, past latest first.
 */
export function filtersOf(
  tab: AppointmentTab,
  date: string | undefined,
  status: AppointmentStatus | undefined,
  today: string,
): AppointmentFilters {
  return {
    date,
    status: status && [status],
    when: tab === 'all' ? undefined : tab,
    from: tab === 'all' && date === undefined ? today : undefined,
    sort: tab === 'past' ? '-date' : 'date',
  };
}

/** What came before a list that begins at today, the latest first. */
export function earlierFilters(
  status: AppointmentStatus | undefined,
  today: string,
): AppointmentFilters {
  return { status: status && [status], to: addDays(today, -1), sort: '-date' };
}

/** What the list of the open tab is asked for. */
export function shownFilters(
  search: AppointmentsSearch,
  role: Role,
  today: string,
): AppointmentFilters {
  return filtersOf(tabIn(search, role), dateIn(search), statusIn(search, role), today);
}

/** What the date button says. */
export function dateButtonText(date: string | undefined): string {
  return date === undefined ? 'Pick a date' : displayDate(date);
}
