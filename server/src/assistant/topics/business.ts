import { addDays, daysBetween, displayDate } from '@curbwrench/contract/fields/calendar';
import { statusLabels } from '@curbwrench/contract/appointments/lifecycle';
import { dispatches, mechanicStatusLabels } from '@curbwrench/contract/people/roles';
import { countAppointments } from '../../appointments/queries/appointments.ts';
import { findMechanic, listMechanics } from '../../mechanics/queries.ts';
import { summarisePayments } from '../../payments/queries.ts';
import { readStats } from '../../business/stats-queries.ts';
import { instantOf } from '../../application/rules/business-time.ts';
import { statusesIn } from '../appointment-choice.ts';
import type { Asking, Topic } from '../asking.ts';
import { counted, during, lines, listed, money } from '../phrases.ts';
import type { DayRange } from '../spoken-dates.ts';
import { isTooStrange, means } from '../understanding.ts';

/** Answers with the business's figures, which only admins may see; for dispatch, with the sum of payments. */
export const figures: Topic = async (asking, understood) => {
  const { viewer, context, scope } = asking;
  if (!means(understood, 'revenue', 'figures') || isTooStrange(understood)) return null;
  if (!dispatches(viewer.role)) {
    return "I can only tell you about your own records; only administrators see the business's figures.";
  }
  const today = asking.moment.local.date;
  const isTotal =
    means(understood, 'revenue') && (!understood.days || /\btotal\b/i.test(understood.text));
  if (isTotal) {
    const { totalRevenue, completed } = await summarisePayments(context.store.kysely, scope);
    return `Total revenue is ${amount(asking, totalRevenue)} from ${counted(completed, 'completed payment')}.`;
  }
  if (viewer.role !== 'admin')
    return "I can't tell you that: only administrators see the day's figures.";
  if (understood.days && (understood.days.from !== today || understood.days.to !== today)) {
    if (!means(understood, 'revenue')) {
      return "I don't know the figures of other days; I can tell you the revenue of a day, a week or a month.";
    }
    return revenueOf(asking, understood.days);
  }
  const stats = await statsOf(asking);
  const revenue = `Today's revenue is ${amount(asking, stats.todayRevenue)}.`;
  if (means(understood, 'revenue')) return revenue;
  return (
    `Today, ${displayDate(today)}: ${counted(stats.todayAppointments, 'appointment')}, ` +
    `${counted(stats.activeMechanics, 'active mechanic')}, ` +
    `${counted(stats.pendingAppointments, 'pending appointment')}. ${revenue}`
  );
};

/** Answers with numbers by status. */
export const counts: Topic = async (asking, understood) => {
  const named = statusesIn(understood);
  if (!means(understood, 'count') || isTooStrange(understood)) return null;
  // Payments have statuses of the same names; one mechanic's jobs are answered by the appointments.
  if (means(understood, 'pay', 'paid', 'refunded', 'failed')) return null;
  if (understood.people.length > 0) return null;
  const { days } = understood;
  if (days && days.from !== days.to) return null;
  const db = asking.context.store.kysely;
  if (!dispatches(asking.viewer.role)) {
    if (named.length === 0 || days) return null;
    const own = await countAppointments(db, asking.scope, undefined);
    const noun = asking.viewer.role === 'mechanic' ? 'job' : 'appointment';
    const told = named.map((status) => `${own[status]} ${statusLabels[status].toLowerCase()}`);
    return `Of your ${noun}s ${listed(told)}.`;
  }
  if (named.length === 0 && !means(understood, 'appointment', 'service', 'next')) return null;
  if (means(understood, 'mechanic') && named.length === 0) return null;
  const all = await countAppointments(db, asking.scope, days?.from);
  const when = days ? `on ${displayDate(days.from)}` : 'in all';
  const total = Object.entries(all).reduce(
    (sum, [status, count]) => (status === 'cancelled' ? sum : sum + count),
    0,
  );
  return (
    `${counted(total, 'appointment')} ${when}, cancelled ones aside: ${all.pending} pending, ` +
    `${all.unassigned} unassigned, ${all.confirmed} confirmed, ${all.in_progress} in progress, ` +
    `${all.completed} completed. ${all.cancelled} cancelled.`
  );
};

/** Answers a mechanic with their own status. */
export const ownStatus: Topic = async ({ context, viewer, moment }, understood) => {
  if (
    viewer.role !== 'mechanic' ||
    !/\bam i\b|\bmy (status|availability)\b/i.test(understood.text)
  ) {
    return null;
  }
  if (!means(understood, 'free', 'off', 'status') || understood.days !== null) return null;
  const self = { kind: 'self', id: viewer.id } as const;
  const row = await findMechanic(context.store.kysely, self, viewer.id, moment);
  return row ? `You are shown as: ${mechanicStatusLabels[row.status]}.` : null;
};

/** Answers who is available, and what a mechanic is doing now, for dispatch. */
export const mechanics: Topic = async (asking, understood) => {
  if (!dispatches(asking.viewer.role)) return null;
  const rows = await listMechanics(asking.context.store.kysely, asking.moment);
  const ids = new Set(understood.people.map(({ id }) => id));
  const named = rows.filter((row) => ids.has(row.id));
  if (named.length > 0 && !means(understood, 'how', 'appointment', 'next', 'last')) {
    return lines(
      named.map(
        (row) =>
          `${nameOf(row)}: ${mechanicStatusLabels[row.status]}, ${counted(row.jobs_today, 'job')} today`,
      ),
    );
  }
  const asksWho = means(understood, 'who', 'mechanic', 'list') && means(understood, 'free', 'off');
  if (!asksWho && !(means(understood, 'count', 'list') && means(understood, 'mechanic')))
    return null;
  if (means(understood, 'unassigned')) return null;
  if (isTooStrange(understood) || understood.services.length > 0) return null;
  const of = (status: (typeof rows)[number]['status']) =>
    rows.filter((row) => row.status === status).map(nameOf);
  const available = of('available');
  const busy = of('on_job');
  const off = means(understood, 'off', 'list') && !means(understood, 'free') ? of('offline') : [];
  const isCounted = means(understood, 'count') && !means(understood, 'free', 'off');
  return [
    ...(isCounted ? [`${counted(rows.length, 'mechanic')} in all.`] : []),
    available.length > 0
      ? `${counted(available.length, 'mechanic')} available for assignment: ${listed(available)}.`
      : 'No mechanics available at this time.',
    ...(busy.length > 0 ? [`On a job: ${listed(busy)}.`] : []),
    ...(off.length > 0 ? [`Offline: ${listed(off)}.`] : []),
  ].join(' ');
};

function nameOf(row: { readonly first_name: string; readonly last_name: string }): string {
  return `${row.first_name} ${row.last_name}`.trim();
}

/** The most days added up at once; more payments are too many to read here. */
const mostDaysOfRevenue = 366;

/** Returns what was paid in these days, by the time of payment and net of refunds. */
async function revenueOf(asking: Asking, { from, to }: DayRange): Promise<string> {
  if (daysBetween(from, to) >= mostDaysOfRevenue) {
    return `I don't know the revenue of more than ${mostDaysOfRevenue} days at once; I can tell you that of a day, a month or a year.`;
  }
  const { todayRevenue } = await statsOf(asking, { from, to });
  return `Revenue ${during({ from, to })}: ${amount(asking, todayRevenue)}.`;
}

function statsOf({ context, moment }: Asking, days?: DayRange) {
  const { local, timeZone } = moment;
  const today = {
    date: local.date,
    start: instantOf(days?.from ?? local.date, '00:00', timeZone),
    end: instantOf(addDays(days?.to ?? local.date, 1), '00:00', timeZone),
  };
  return readStats(context.store.kysely, today, moment);
}

function amount({ context }: Asking, value: string): string {
  return money(value, context.business.currency);
}
