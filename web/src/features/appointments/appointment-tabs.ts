import type { AppointmentCounts } from '@curbwrench/contract/appointments';
import { displayDate, isCalendarDate } from '@curbwrench/contract/calendar';
import {
  appointmentStatuses,
  statusLabels,
  type AppointmentStatus,
} from '@curbwrench/contract/lifecycle';
import type { Role } from '@curbwrench/contract/roles';
import type { AppointmentsSearch } from '../../searches.ts';
import type { AppointmentFilters } from './queries.ts';

export type AppointmentTab = NonNullable<AppointmentsSearch['tab']>;

const tabLabels: Record<AppointmentTab, string> = {
  all: 'All',
  upcoming: 'Upcoming',
  past: 'Past',
};

/** The tabs a role has, the default first (spec section 2): All is for admins. */
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

/** The status filter's choices: 'unassigned' is offered to admins only (spec section 4). */
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
 * What the list call is asked for. Upcoming is earliest first, past latest first (spec section
 * 4); all are latest first, and within one day in the order of the day.
 */
export function filtersOf(
  tab: AppointmentTab,
  date: string | undefined,
  status: AppointmentStatus | undefined,
): AppointmentFilters {
  const byDay = tab === 'upcoming' || (tab === 'all' && date !== undefined);
  return {
    date,
    status: status && [status],
    when: tab === 'all' ? undefined : tab,
    sort: byDay ? 'date' : '-date',
  };
}

/** What the date button says. */
export function dateButtonText(date: string | undefined): string {
  return date === undefined ? 'Pick a date' : displayDate(date);
}
