import { displayDate } from '@curbwrench/contract/calendar';
import type { PaymentStatus } from '@curbwrench/contract/payment-status';
import { dispatches } from '@curbwrench/contract/roles';
import { pagePayments, summarisePayments, type PaymentRow } from '../../db/payments.ts';
import { localTime } from '../../domain/business-time.ts';
import type { Asking, Topic } from '../asking.ts';
import { counted, lines, money } from '../phrases.ts';
import { isTooStrange, means, type Understanding } from '../understanding.ts';

/** How many are listed before it is left to the page. */
const mostListed = 5;

/** The asker's own payments; for staff what they may see of them, as counts. */
export const payments: Topic = async (asking, understood) => {
  if (!means(understood, 'pay', 'owe', 'paid', 'refunded', 'failed')) return null;
  if (isTooStrange(understood)) return null;
  if (asking.reader.role !== 'customer') return staffSummary(asking, understood);
  if (means(understood, 'owe') || means(understood, 'pending')) return owed(asking);
  if (means(understood, 'refunded'))
    return ofStatus(asking, understood, 'refunded', 'refunded payment');
  if (means(understood, 'failed')) return ofStatus(asking, understood, 'failed', 'failed payment');
  if (/\b(total|altogether|in all|so far|spen[dt])\b/i.test(understood.text)) {
    const { totalRevenue } = await summarisePayments(asking.context.store.kysely, asking.scope);
    return `You have paid ${amount(asking, totalRevenue)} in all.`;
  }
  return ofStatus(asking, understood, 'completed', 'payment');
};

async function owed(asking: Asking): Promise<string> {
  const { rows, atLeast } = await read(asking, 'pending');
  if (rows.length === 0) return "You don't owe anything.";
  const total = rows.reduce((sum, row) => sum + Number(row.amount), 0);
  return `You owe ${atLeast}${amount(asking, total)}:\n${lines(rows.slice(0, mostListed).map((row) => line(asking, row)))}`;
}

async function ofStatus(
  asking: Asking,
  understood: Understanding,
  status: PaymentStatus,
  noun: string,
): Promise<string> {
  const services = new Set(understood.services.map(({ id }) => id));
  const { days } = understood;
  const found = await read(asking, status);
  const rows = found.rows.filter(
    (row) =>
      (services.size === 0 || (row.service_id !== null && services.has(row.service_id))) &&
      (!days || (dateOf(asking, row) >= days.from && dateOf(asking, row) <= days.to)),
  );
  const [newest] = rows;
  if (!newest && status === 'completed' && services.size > 0) {
    const { rows: pending } = await read(asking, 'pending');
    const open = pending.find((row) => services.has(row.service_id ?? 0));
    if (open) return `Not paid yet: ${line(asking, open)}.`;
  }
  if (!newest)
    return `You don't have any ${noun}s${services.size > 0 || days ? ' like that' : ''}.`;
  const wantsAll = /\b(payments|all|list|history|transactions|refunds)\b/i.test(understood.text);
  if (!wantsAll || rows.length === 1) return `Your last ${noun}: ${line(asking, newest)}.`;
  const shown = lines(rows.slice(0, mostListed).map((row) => line(asking, row)));
  return `You have ${found.atLeast}${counted(rows.length, noun)}; the newest:\n${shown}`;
}

async function staffSummary(asking: Asking, understood: Understanding): Promise<string | null> {
  if (means(understood, 'how') || means(understood, 'revenue')) return null;
  const summary = await summarisePayments(asking.context.store.kysely, asking.scope);
  const whose = dispatches(asking.reader.role) ? 'Payments' : 'Payments of your jobs';
  return (
    `${whose}: ${summary.completed} paid (${amount(asking, summary.totalRevenue)} in all), ` +
    `${summary.pending} pending, ${summary.failed} failed, ${summary.refunded} refunded.`
  );
}

/** Up to a hundred; `atLeast` are the words before a number of them, where there are others. */
interface Found {
  readonly rows: readonly PaymentRow[];
  readonly atLeast: string;
}

async function read(asking: Asking, status: PaymentStatus): Promise<Found> {
  const page = await pagePayments(asking.context.store.kysely, asking.scope, {
    status,
    limit: 100,
  });
  return { rows: page?.rows ?? [], atLeast: page?.next ? 'at least ' : '' };
}

function line(asking: Asking, row: PaymentRow): string {
  return `${amount(asking, row.amount)} for ${row.service_name ?? 'Direct Payment'}, ${displayDate(dateOf(asking, row))}`;
}

function amount({ context }: Asking, value: string | number): string {
  return money(value, context.business.currency);
}

function dateOf({ moment }: Asking, row: PaymentRow): string {
  return localTime(row.created_at, moment.timeZone).date;
}
