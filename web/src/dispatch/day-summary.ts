import type { AppointmentCounts } from '@curbwrench/contract/appointments/schemas';
import { statusTabs, countByTab } from './status-tabs.ts';

/** A day's appointment counts as text; `total` is null if there are no appointments. */
export interface DaySummary {
  readonly total: string | null;
  readonly parts: string;
}

/** Returns '4 appointments today' and '1 pending, 2 confirmed, 1 in progress', leaving out canceled appointments. */
export function summarizeDay(counts: AppointmentCounts): DaySummary {
  const totals = countByTab(counts);
  const nonEmptyTabs = statusTabs.filter(({ name }) => totals[name] > 0);
  const total = nonEmptyTabs.reduce((sum, { name }) => sum + totals[name], 0);
  return {
    total: total === 0 ? null : `${total} ${total === 1 ? 'appointment' : 'appointments'} today`,
    parts: nonEmptyTabs
      .map(({ name, label }) => `${totals[name]} ${label.toLowerCase()}`)
      .join(', '),
  };
}
