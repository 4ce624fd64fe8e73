import type { AppointmentCounts } from '@curbwrench/contract/appointments/schemas';
import {
  waitingStatuses,
  type AppointmentStatus,
} from '@curbwrench/contract/appointments/lifecycle';
import type { AdvisorSearch } from '../searches.ts';
import type { Tone } from '../ui/tone.ts';

export type StatusTabName = NonNullable<AdvisorSearch['tab']>;

/** A tab of the service advisor view: which appointments it lists, in what order, and its text. */
export interface StatusTab {
  readonly name: StatusTabName;
  readonly label: string;
  readonly tone: Tone;
  readonly statuses: readonly AppointmentStatus[];
  readonly sort: 'date' | '-date';
  readonly title: string;
  readonly subtitle: string;
  readonly emptyText: string;
}

export const statusTabs: readonly StatusTab[] = [
  {
    name: 'pending',
    label: 'Pending',
    tone: 'waiting',
    statuses: waitingStatuses,
    sort: 'date',
    title: 'Pending Appointments',
    subtitle: 'Assign mechanics to these appointments',
    emptyText: 'No pending appointments.',
  },
  {
    name: 'confirmed',
    label: 'Confirmed',
    tone: 'info',
    statuses: ['confirmed'],
    sort: 'date',
    title: 'Confirmed Appointments',
    subtitle: 'These appointments have been assigned to mechanics',
    emptyText: 'No confirmed appointments.',
  },
  {
    name: 'in_progress',
    label: 'In Progress',
    tone: 'progress',
    statuses: ['in_progress'],
    sort: 'date',
    title: 'In Progress Appointments',
    subtitle: 'Mechanics are currently servicing these appointments',
    emptyText: 'No in-progress appointments.',
  },
  {
    name: 'completed',
    label: 'Completed',
    tone: 'done',
    statuses: ['completed'],
    sort: '-date',
    title: 'Completed Appointments',
    subtitle: 'These appointments have been completed',
    emptyText: 'No completed appointments.',
  },
];

/** Returns the number of appointments in each tab; pending includes unassigned. */
export function countByTab(counts: AppointmentCounts): Record<StatusTabName, number> {
  const totals = { pending: 0, confirmed: 0, in_progress: 0, completed: 0 };
  for (const { name, statuses } of statusTabs) {
    for (const status of statuses) totals[name] += counts[status];
  }
  return totals;
}
