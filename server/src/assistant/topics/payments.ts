import type { PaymentStatus } from '@curbwrench/contract/payment-status';
import { dispatches } from '@curbwrench/contract/roles';
import { summarisePayments } from '../../db/payments.ts';
import type { Asking, Topic } from '../asking.ts';
import {
  amountIn,
  choosePayments,
  isRefunded,
  netOf,
  paymentLine,
  refundLine,
  statusWords,
} from '../payment-choice.ts';
import { counted, during, lines, listed } from '../phrases.ts';
import { asksWhatIsCharged, isTooStrange, means, type Understanding } from '../understanding.ts';

/** How many are listed before it is left to the page. */
const mostListed = 5;

/** What was paid, is owed, failed or was given back: the asker's own, or what staff may see. */
export const payments: Topic = async (asking, understood) => {
  if (!means(understood, 'pay', 'owe', 'paid', 'refunded', 'failed')) return null;
  if (asksWhatIsCharged(understood)) return null;
  if (asking.reader.role !== 'customer') return ofStaff(asking, understood);
  if (isTooStrange(understood)) return null;
  if (means(understood, 'owe', 'pending')) return owed(asking);
  if (means(understood, 'refunded')) return refunds(asking, understood);
  if (means(understood, 'failed')) return failed(asking, understood);
  if (asksSum(understood)) return spent(asking, understood);
  return lastPaid(asking, understood);
};

/** A sum, and not the last of them: what was paid in all, or in more than one day. */
function asksSum({ text, days }: Understanding): boolean {
  if (/\b(total|sum|al+ ?together|in all|so far|overall|spen[dt])\b/i.test(text)) return true;
  return days !== null && days.from !== days.to;
}

async function owed(asking: Asking): Promise<string> {
  const { rows, atLeast } = await choosePayments(asking, nothingNamed, { status: 'pending' });
  if (rows.length === 0) return "You don't owe anything.";
  const total = netOf(rows.map((row) => ({ ...row, paid_at: row.created_at })));
  return `You owe ${atLeast}${amountIn(asking, total)}:\n${listOf(rows.map((row) => paymentLine(asking, row)))}`;
}

const nothingNamed = { services: [], days: null };

async function spent(asking: Asking, understood: Understanding): Promise<string> {
  const { services, days } = understood;
  if (services.length === 0 && days === null) {
    const { totalRevenue } = await summarisePayments(asking.context.store.kysely, asking.scope);
    return `You have paid ${amountIn(asking, totalRevenue)} in all.`;
  }
  const { rows, atLeast } = await choosePayments(asking, understood, { status: 'completed' });
  const what = about(understood);
  if (rows.length === 0)
    return (await openInstead(asking, understood)) ?? `You haven't paid anything${what}.`;
  const net = amountIn(asking, netOf(rows));
  const given = rows.some(isRefunded) ? ', what was given back aside' : '';
  const list = listOf(rows.map((row) => paymentLine(asking, row)));
  return `You paid ${atLeast}${net}${what}${given}:\n${list}`;
}

async function lastPaid(asking: Asking, understood: Understanding): Promise<string> {
  const { rows, atLeast } = await choosePayments(asking, understood, { status: 'completed' });
  const [newest] = rows;
  if (!newest) {
    return (
      (await openInstead(asking, understood)) ?? `You don't have any payments${about(understood)}.`
    );
  }
  const wantsAll = /\b(payments|all|list|history|transactions)\b/i.test(understood.text);
  if (!wantsAll || rows.length === 1) return `Your last payment: ${paymentLine(asking, newest)}.`;
  const list = listOf(rows.map((row) => paymentLine(asking, row)));
  return `You have made ${atLeast}${counted(rows.length, 'payment')}, the newest first:\n${list}`;
}

/** What was asked for as paid, and isn't yet. */
async function openInstead(asking: Asking, understood: Understanding): Promise<string | null> {
  if (understood.services.length === 0) return null;
  const open = await choosePayments(asking, { ...understood, days: null }, { status: 'pending' });
  const [first] = open.rows;
  return first ? `Not paid yet: ${paymentLine(asking, first)}.` : null;
}

/** In whole or in part: a payment of which something was given back stays a completed one (D7). */
async function refunds(asking: Asking, understood: Understanding): Promise<string> {
  const search = nameIn(asking, understood);
  const choice = await choosePayments(asking, understood, search === null ? {} : { search });
  const rows = choice.rows.filter(isRefunded);
  const isOwn = asking.reader.role === 'customer';
  if (rows.length === 0) {
    if (choice.atLeast !== '') return "I don't know that of so many payments; Payments shows them.";
    return `${isOwn ? "You haven't had" : 'There is'} no refund${about(understood)}.`;
  }
  const list = listOf(rows.map((row) => refundLine(asking, row)));
  return `${isOwn ? 'You got back' : 'Refunded'}:\n${list}`;
}

async function failed(asking: Asking, understood: Understanding): Promise<string> {
  const { rows, atLeast } = await choosePayments(asking, understood, { status: 'failed' });
  if (rows.length === 0) return `You don't have any failed payments${about(understood)}.`;
  const list = listOf(rows.map((row) => paymentLine(asking, row)));
  return `You have ${atLeast}${counted(rows.length, 'failed payment')}${about(understood)}:\n${list}`;
}

async function ofStaff(asking: Asking, understood: Understanding): Promise<string | null> {
  if (means(understood, 'how') || means(understood, 'revenue')) return null;
  const name = nameIn(asking, understood);
  if (name === null && isTooStrange(understood)) return null;
  if (name !== null && means(understood, 'refunded')) return refunds(asking, understood);
  const status = statusIn(understood);
  if (name !== null) return ofPerson(asking, understood, name, status);
  // How money is taken is a help text's to tell.
  if (means(understood, 'method') && !means(understood, 'paid')) return null;
  if (status !== null && (status !== 'completed' || understood.days !== null)) {
    return ofStatus(asking, understood, status);
  }
  const summary = await summarisePayments(asking.context.store.kysely, asking.scope);
  const whose = dispatches(asking.reader.role) ? 'Payments' : 'Payments of your jobs';
  return (
    `${whose}: ${summary.completed} paid (${amountIn(asking, summary.totalRevenue)} in all), ` +
    `${summary.pending} pending, ${summary.failed} failed, ${summary.refunded} refunded in whole.`
  );
}

/** Those of one status, in the days that were named. */
async function ofStatus(
  asking: Asking,
  understood: Understanding,
  status: PaymentStatus,
): Promise<string> {
  const { rows, atLeast } = await choosePayments(asking, understood, { status });
  const kind = `${statusWords[status]} payment`;
  const what = about(understood);
  if (rows.length === 0) return `There are no ${kind}s${what}.`;
  const list = listOf(rows.map((row) => paymentLine(asking, row)));
  const are = rows.length === 1 ? 'is' : 'are';
  return `There ${are} ${atLeast}${counted(rows.length, kind)}${what}:\n${list}`;
}

/** A customer's, whom the question names: the newest that it could mean. */
async function ofPerson(
  asking: Asking,
  understood: Understanding,
  search: string,
  status: PaymentStatus | null,
): Promise<string | null> {
  const wanted = status === null || status === 'completed' ? {} : { status };
  const { rows } = await choosePayments(asking, understood, { ...wanted, search });
  if (rows.length === 0) return null;
  return listOf(
    rows.map((row) => {
      const state = row.status === 'pending' ? 'not paid yet' : statusWords[row.status];
      return `${paymentLine(asking, row)}: ${state}`;
    }),
  );
}

function statusIn(understood: Understanding): PaymentStatus | null {
  if (means(understood, 'failed')) return 'failed';
  if (means(understood, 'owe', 'pending', 'open')) return 'pending';
  if (means(understood, 'refunded')) return 'refunded';
  return means(understood, 'paid') ? 'completed' : null;
}

/** The customer's name that a question of dispatch holds: words of which nothing else is known. */
function nameIn({ reader }: Asking, { strange }: Understanding): string | null {
  if (!dispatches(reader.role)) return null;
  const words = strange.filter((word) => /^[a-z]{2,}$/.test(word)).slice(0, 3);
  return words.length === 0 ? null : words.join(' ');
}

/** ' for Oil Change from Feb 01, 2026 to Feb 28, 2026'. */
function about({ services, days }: Understanding): string {
  const what =
    services.length > 0
      ? ` for ${listed(
          services.map(({ name }) => name),
          'or',
        )}`
      : '';
  return `${what}${days ? ` ${during(days)}` : ''}`;
}

function listOf(items: readonly string[]): string {
  const shown = lines(items.slice(0, mostListed));
  return items.length > mostListed ? `${shown}\nPayments shows the others.` : shown;
}
