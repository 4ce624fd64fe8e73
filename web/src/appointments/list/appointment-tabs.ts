import type { AppointmentCounts } from '@curbwrench/contract/appointments/schemas';
import { addDays, displayShortDay, isCalendarDate } from '@curbwrench/contract/fields/calendar';
import {
  appointmentStatuses,
  statusLabels,
  type AppointmentStatus,
} from '@curbwrench/contract/appointments/lifecycle';
import type { Role } from '@curbwrench/contract/people/roles';
import type { AppointmentsSearch } from '../../searches.ts';
import type { AppointmentFilters } from '../queries.ts';

export type AppointmentTab = NonNullable<AppointmentsSearch['tab']>;

const tabLabels: Record<AppointmentTab, string> = {
  all: 'All',
  upcoming: 'Upcoming',
  past: 'Past',
};

/** Returns the tabs of a role, the default first; only admins have All. */
export function getTabs(role: Role): readonly { value: AppointmentTab; label: string }[] {
  const values =
    role === 'admin' ? (['all', 'upcoming', 'past'] as const) : (['upcoming', 'past'] as const);
  return values.map((value) => ({ value, label: tabLabels[value] }));
}

/** Returns the tab a URL opens for a role: the requested one, or the default if the role has no such tab. */
export function getTab(search: AppointmentsSearch, role: Role): AppointmentTab {
  const tabs = getTabs(role);
  const tab = tabs.find(({ value }) => value === search.tab) ?? tabs[0];
  return tab?.value ?? 'upcoming';
}

/** Returns the status filter's choices: 'unassigned' is offered to admins only. */
export function getStatusOptions(
  role: Role,
): readonly { value: AppointmentStatus; label: string }[] {
  return appointmentStatuses
    .filter((status) => role === 'admin' || status !== 'unassigned')
    .map((value) => ({ value, label: statusLabels[value] }));
}

/** Returns the status a URL filters by, if it is one of the role's choices. */
export function getStatus(search: AppointmentsSearch, role: Role): AppointmentStatus | undefined {
  return getStatusOptions(role).find(({ value }) => value === search.status)?.value;
}

/** Returns the date a URL filters by, if it is a valid date. */
export function getDate(search: AppointmentsSearch): string | undefined {
  return search.date !== undefined && isCalendarDate(search.date) ? search.date : undefined;
}

/** Returns a day's count, such as '24 appointments, plus 2 canceled'; '' if there are none. */
export function dayCountText(counts: AppointmentCounts): string {
  const { cancelled } = counts;
  const activeCount = Object.values(counts).reduce((sum, count) => sum + count, 0) - cancelled;
  if (activeCount + cancelled === 0) return '';
  const text = `${activeCount} ${activeCount === 1 ? 'appointment' : 'appointments'}`;
  return cancelled === 0 ? text : `${text}, plus ${cancelled} canceled`;
}

/**
 * Returns the filters of a tab's list. All starts with today unless a date is selected. All and Upcoming are sorted
 * earliest first, Past latest first.
 */
export function getTabFilters(
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

/** Returns the filters for the appointments before today, latest first. */
export function getEarlierFilters(
  status: AppointmentStatus | undefined,
  today: string,
): AppointmentFilters {
  return { status: status && [status], to: addDays(today, -1), sort: '-date' };
}

/** Returns the filters of the selected tab's list. */
export function getSelectedTabFilters(
  search: AppointmentsSearch,
  role: Role,
  today: string,
): AppointmentFilters {
  return getTabFilters(getTab(search, role), getDate(search), getStatus(search, role), today);
}

/** Returns the label of the date button. */
export function dateButtonLabel(date: string | undefined, today: string): string {
  return date === undefined ? 'Pick a date' : displayShortDay(date, today);
}
