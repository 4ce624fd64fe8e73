import { addDays, daysBetween, displayDateWithWeekday } from '@curbwrench/contract/fields/calendar';
import { statusLabels } from '@curbwrench/contract/appointments/lifecycle';
import { isOfficeRole, mechanicStatusLabels } from '@curbwrench/contract/people/roles';
import { countAppointments } from '../../appointments/queries/appointments.ts';
import { findMechanic, listMechanics } from '../../mechanics/queries.ts';
import { summarizePayments } from '../../payments/queries.ts';
import { readStats } from '../../business/stats-queries.ts';
import { toInstant } from '../../application/rules/business-time.ts';
import { getNamedStatuses } from '../matching-appointments.ts';
import type { AskerContext, Topic } from '../topic.ts';
import { formatCount, formatDays, bulletList, joinItems, formatMoney } from '../answer-format.ts';
import type { DayRange } from '../message-dates.ts';
import { hasTooManyUnknownWords, hasConcept } from '../parsed-question.ts';

/** Answers with the day's stats, which only admins may see, or with the total revenue, which the office may see. */
export const businessStats: Topic = async (asker, question) => {
  const { viewer, context, scope } = asker;
  if (!hasConcept(question, 'revenue', 'stats') || hasTooManyUnknownWords(question)) return null;
  if (!isOfficeRole(viewer.role)) {
    return "I can only tell you about your own records; only administrators can see the business's numbers.";
  }
  const today = asker.currentTime.local.date;
  const isTotal =
    hasConcept(question, 'revenue') && (!question.days || /\btotal\b/i.test(question.text));
  if (isTotal) {
    const { totalRevenue, completed } = await summarizePayments(context.store.kysely, scope);
    return `Total revenue is ${formatAmount(asker, totalRevenue)} from ${formatCount(completed, 'completed payment')}.`;
  }
  if (viewer.role !== 'admin')
    return "I can't tell you that: only administrators can see the day's numbers.";
  if (question.days && (question.days.from !== today || question.days.to !== today)) {
    if (!hasConcept(question, 'revenue')) {
      return "I don't have the numbers for other days; I can tell you the revenue for a day, a week, or a month.";
    }
    return answerRevenue(asker, question.days);
  }
  const stats = await readStatsForDays(asker);
  const revenue = `Today's revenue is ${formatAmount(asker, stats.todayRevenue)}.`;
  if (hasConcept(question, 'revenue')) return revenue;
  return (
    `Today, ${displayDateWithWeekday(today)}: ${formatCount(stats.todayAppointments, 'appointment')}, ` +
    `${formatCount(stats.activeMechanics, 'active mechanic')}, ` +
    `${formatCount(stats.pendingAppointments, 'pending appointment')}. ${revenue}`
  );
};

/** Answers with the number of appointments in each status. */
export const appointmentCounts: Topic = async (asker, question) => {
  const namedStatuses = getNamedStatuses(question);
  if (!hasConcept(question, 'count') || hasTooManyUnknownWords(question)) return null;
  // Payments have statuses with the same names. Questions about one mechanic's jobs are for the appointments topic.
  if (hasConcept(question, 'pay', 'paid', 'refunded', 'failed')) return null;
  if (question.people.length > 0) return null;
  const { days } = question;
  if (days && days.from !== days.to) return null;
  const db = asker.context.store.kysely;
  if (!isOfficeRole(asker.viewer.role)) {
    if (namedStatuses.length === 0 || days) return null;
    const ownCounts = await countAppointments(db, asker.scope, undefined);
    const noun = asker.viewer.role === 'mechanic' ? 'job' : 'appointment';
    const parts = namedStatuses.map(
      (status) => `${ownCounts[status]} ${statusLabels[status].toLowerCase()}`,
    );
    return `Your ${noun}s: ${joinItems(parts)}.`;
  }
  if (namedStatuses.length === 0 && !hasConcept(question, 'appointment', 'service', 'next'))
    return null;
  if (hasConcept(question, 'mechanic') && namedStatuses.length === 0) return null;
  const counts = await countAppointments(db, asker.scope, days?.from);
  const when = days ? formatDays(days, asker.currentTime.local.date) : 'in total';
  const total = Object.entries(counts).reduce(
    (sum, [status, count]) => (status === 'cancelled' ? sum : sum + count),
    0,
  );
  return (
    `${formatCount(total, 'appointment')} ${when}, not counting canceled ones: ${counts.pending} pending, ` +
    `${counts.unassigned} unassigned, ${counts.confirmed} confirmed, ${counts.in_progress} in progress, ` +
    `${counts.completed} completed. ${counts.cancelled} canceled.`
  );
};

/** Answers a mechanic's question about their own status. */
export const ownStatus: Topic = async ({ context, viewer, currentTime }, question) => {
  if (viewer.role !== 'mechanic' || !/\bam i\b|\bmy (status|availability)\b/i.test(question.text)) {
    return null;
  }
  if (!hasConcept(question, 'free', 'unavailable', 'status') || question.days !== null) return null;
  const self = { kind: 'self', id: viewer.id } as const;
  const row = await findMechanic(context.store.kysely, self, viewer.id, currentTime);
  return row ? `Your status is ${mechanicStatusLabels[row.status]}.` : null;
};

/** Tells the office who is available and what a mechanic is doing now. */
export const mechanics: Topic = async (asker, question) => {
  if (!isOfficeRole(asker.viewer.role)) return null;
  const rows = await listMechanics(asker.context.store.kysely, asker.currentTime);
  const ids = new Set(question.people.map(({ id }) => id));
  const namedMechanics = rows.filter((row) => ids.has(row.id));
  if (namedMechanics.length > 0 && !hasConcept(question, 'how', 'appointment', 'next', 'last')) {
    return bulletList(
      namedMechanics.map(
        (row) =>
          `${getName(row)}: ${mechanicStatusLabels[row.status]}, ${formatCount(row.jobs_today, 'job')} today`,
      ),
    );
  }
  const asksWho =
    hasConcept(question, 'who', 'mechanic', 'list') && hasConcept(question, 'free', 'unavailable');
  if (!asksWho && !(hasConcept(question, 'count', 'list') && hasConcept(question, 'mechanic')))
    return null;
  if (hasConcept(question, 'unassigned')) return null;
  if (hasTooManyUnknownWords(question) || question.services.length > 0) return null;
  const listNames = (status: (typeof rows)[number]['status']) =>
    rows.filter((row) => row.status === status).map(getName);
  const availableNames = listNames('available');
  const busyNames = listNames('on_job');
  const offlineNames =
    hasConcept(question, 'unavailable', 'list') && !hasConcept(question, 'free')
      ? listNames('offline')
      : [];
  const asksCount = hasConcept(question, 'count') && !hasConcept(question, 'free', 'unavailable');
  return [
    ...(asksCount ? [`${formatCount(rows.length, 'mechanic')} in total.`] : []),
    availableNames.length > 0
      ? `${formatCount(availableNames.length, 'mechanic')} available for assignment: ${joinItems(availableNames)}.`
      : 'No mechanics available at this time.',
    ...(busyNames.length > 0 ? [`On a job: ${joinItems(busyNames)}.`] : []),
    ...(offlineNames.length > 0 ? [`Offline: ${joinItems(offlineNames)}.`] : []),
  ].join(' ');
};

function getName(row: { readonly first_name: string; readonly last_name: string }): string {
  return `${row.first_name} ${row.last_name}`.trim();
}

/** An answer gives the revenue of up to this many days. */
const maxRevenueDays = 366;

/** Returns the revenue of these days, by the time of payment and net of refunds. */
async function answerRevenue(asker: AskerContext, { from, to }: DayRange): Promise<string> {
  if (daysBetween(from, to) >= maxRevenueDays) {
    return `I can't add up the revenue for more than ${maxRevenueDays} days at once. Please ask about a day, a month, or a year.`;
  }
  const { todayRevenue: revenue } = await readStatsForDays(asker, { from, to });
  return `Revenue ${formatDays({ from, to }, asker.currentTime.local.date)}: ${formatAmount(asker, revenue)}.`;
}

function readStatsForDays({ context, currentTime }: AskerContext, days?: DayRange) {
  const { local, timeZone } = currentTime;
  const period = {
    date: local.date,
    start: toInstant(days?.from ?? local.date, '00:00', timeZone),
    end: toInstant(addDays(days?.to ?? local.date, 1), '00:00', timeZone),
  };
  return readStats(context.store.kysely, period, currentTime);
}

function formatAmount({ context }: AskerContext, value: string): string {
  return formatMoney(value, context.business.currency);
}
