import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import { dispatches } from '@curbwrench/contract/people/roles';
import { paymentMethodText } from '@curbwrench/contract/payments/payment-texts';
import { summarisePayments } from '../../payments/queries.ts';
import type { Asking, Topic } from '../asking.ts';
import { customerCalled } from '../named-customer.ts';
import {
  amountIn,
  choosePayments,
  givenBackOf,
  isRefunded,
  netOf,
  paymentLine,
  refundLine,
  statusWords,
} from '../payment-choice.ts';
import { counted, during, lines, listed } from '../phrases.ts';
import {
  asksWhatIsCharged,
  isTooStrange,
  means,
  unknownWords,
  type KnownPerson,
  type Understanding,
} from '../understanding.ts';

/** How many are listed; the page shows the rest. */
const mostListed = 5;

/** Answers what was paid, is owed, failed or was refunded: the asker's own, or what staff may see. */
export const payments: Topic = async (asking, understood) => {
  if (!means(understood, 'pay', 'owe', 'paid', 'refunded', 'failed')) return null;
  if (asksWhatIsCharged(understood)) return null;
  if (asking.viewer.role !== 'customer') return ofStaff(asking, understood);
  if (isTooStrange(understood)) return null;
  if (means(understood, 'owe', 'pending')) return owed(asking);
  if (means(understood, 'refunded')) return refunds(asking, understood, null);
  if (means(understood, 'failed')) return failed(asking, understood);
  if (asksSum(understood)) return spent(asking, understood);
  return lastPaid(asking, understood);
};

/** None was found among the newest, and older ones were not read. */
const tooMany = "I don't know that of so many payments; Payments shows them.";

/** Returns whether the question is about a sum, not about the last payment: the total, or several days. */
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
  if (rows.length === 0) {
    if (atLeast !== '') return tooMany;
    return (await openInstead(asking, understood)) ?? `You haven't paid anything${what}.`;
  }
  const net = amountIn(asking, netOf(rows));
  const given = rows.some(isRefunded) ? ', what was given back aside' : '';
  const list = listOf(rows.map((row) => paymentLine(asking, row)));
  return `You paid ${atLeast}${net}${what}${given}:\n${list}`;
}

async function lastPaid(asking: Asking, understood: Understanding): Promise<string> {
  const { rows, atLeast } = await choosePayments(asking, understood, { status: 'completed' });
  const [newest] = rows;
  if (!newest) {
    if (atLeast !== '') return tooMany;
    return (
      (await openInstead(asking, understood)) ?? `You don't have any payments${about(understood)}.`
    );
  }
  const wantsAll = /\b(payments|all|list|history|transactions)\b/i.test(understood.text);
  if (!wantsAll || rows.length === 1) {
    const isNarrowed = understood.services.length > 0 || understood.days !== null;
    return `Your last ${isNarrowed ? 'such ' : ''}payment: ${paymentLine(asking, newest)}.`;
  }
  const list = listOf(rows.map((row) => paymentLine(asking, row)));
  return `You have made ${atLeast}${counted(rows.length, 'payment')}, the newest first:\n${list}`;
}

/** Returns a payment that was asked for as paid but is still open. */
async function openInstead(asking: Asking, understood: Understanding): Promise<string | null> {
  if (understood.services.length === 0) return null;
  const open = await choosePayments(asking, { ...understood, days: null }, { status: 'pending' });
  const [first] = open.rows;
  return first ? `Not paid yet: ${paymentLine(asking, first)}.` : null;
}

/**
 * Refunds in full or in part: a partly refunded payment stays completed. The days of a question are
 * those of the payments.
 */
async function refunds(
  asking: Asking,
  understood: Understanding,
  search: string | null,
): Promise<string> {
  const choice = await choosePayments(asking, understood, search === null ? {} : { search });
  const rows = choice.rows.filter(isRefunded);
  const isOwn = asking.viewer.role === 'customer';
  const { services, days } = understood;
  const what = services.length > 0 || days ? ` of payments${about(understood)}` : '';
  if (rows.length === 0) {
    if (choice.atLeast !== '') return tooMany;
    return isOwn ? `You haven't had any refunds${what}.` : `There are no refunds${what}.`;
  }
  const sum = `${choice.atLeast}${amountIn(asking, givenBackOf(rows))}`;
  const list = listOf(rows.map((row) => refundLine(asking, row)));
  return `${isOwn ? 'You got back' : 'Refunded'} ${sum}${what}:\n${list}`;
}

async function failed(asking: Asking, understood: Understanding): Promise<string> {
  const { rows, atLeast } = await choosePayments(asking, understood, { status: 'failed' });
  if (rows.length === 0) {
    return atLeast === '' ? `You don't have any failed payments${about(understood)}.` : tooMany;
  }
  const list = listOf(rows.map((row) => paymentLine(asking, row)));
  return `You have ${atLeast}${counted(rows.length, 'failed payment')}${about(understood)}:\n${list}`;
}

async function ofStaff(asking: Asking, understood: Understanding): Promise<string | null> {
  if (means(understood, 'how') || means(understood, 'revenue')) return null;
  const person = await customerCalled(asking, unknownWords(understood));
  if (person === null && isTooStrange(understood)) return null;
  if (person === 'several') {
    return 'There is more than one customer of that name; please say the whole name.';
  }
  if (means(understood, 'refunded')) return refunds(asking, understood, person?.email ?? null);
  const status = statusIn(understood);
  if (person !== null) return ofPerson(asking, understood, person, status);
  const [met] = understood.people;
  if (asking.viewer.role === 'mechanic' && met) return ofPerson(asking, understood, met, status);
  if (means(understood, 'method')) {
    // A help text answers how payment works.
    return means(understood, 'paid') ? byMethod(asking, understood) : null;
  }
  if (status !== null && (status !== 'completed' || understood.days !== null)) {
    return ofStatus(asking, understood, status);
  }
  const summary = await summarisePayments(asking.context.store.kysely, asking.scope);
  const whose = dispatches(asking.viewer.role) ? 'Payments' : 'Payments of your jobs';
  return (
    `${whose}: ${summary.completed} paid (${amountIn(asking, summary.totalRevenue)} in all), ` +
    `${summary.pending} pending, ${summary.failed} failed, ${summary.refunded} refunded in whole.`
  );
}

/** Returns the payments of one status, in the given days. */
async function ofStatus(
  asking: Asking,
  understood: Understanding,
  status: PaymentStatus,
): Promise<string> {
  const { rows, atLeast } = await choosePayments(asking, understood, { status });
  const kind = `${statusWords[status]} payment`;
  const what = about(understood);
  if (rows.length === 0) return atLeast === '' ? `There are no ${kind}s${what}.` : tooMany;
  const list = listOf(rows.map((row) => paymentLine(asking, row)));
  const are = rows.length === 1 ? 'is' : 'are';
  return `There ${are} ${atLeast}${counted(rows.length, kind)}${what}:\n${list}`;
}

/** Returns the payments of a customer whom the question names. */
async function ofPerson(
  asking: Asking,
  understood: Understanding,
  { id, name, email }: KnownPerson & { readonly email?: string },
  status: PaymentStatus | null,
): Promise<string> {
  const wanted = status === null || status === 'completed' ? {} : { status };
  const found = await choosePayments(asking, understood, { ...wanted, search: email ?? name });
  const rows = found.rows.filter((row) => row.customer_id === id);
  if (rows.length === 0) {
    if (found.atLeast !== '') return tooMany;
    const kind = status === null || status === 'completed' ? '' : `${statusWords[status]} `;
    return `${name} has no ${kind}payments${about(understood)}.`;
  }
  return listOf(
    rows.map((row) => {
      const state = row.status === 'pending' ? 'not paid yet' : statusWords[row.status];
      return `${paymentLine(asking, row)}: ${state}`;
    }),
  );
}

/** Returns the newest payments by the method that the question names. */
async function byMethod(asking: Asking, understood: Understanding): Promise<string> {
  const { text } = understood;
  const method = /\bcash\b/i.test(text)
    ? 'cash'
    : /\btransfer\b/i.test(text)
      ? 'bank_transfer'
      : 'card_terminal';
  const found = await choosePayments(asking, understood, { status: 'completed' });
  const rows = found.rows.filter((row) => row.payment_method === method);
  const kind = `payments by ${paymentMethodText(method)}${about(understood)}`;
  if (rows.length === 0) return found.atLeast === '' ? `There are no ${kind}.` : tooMany;
  return `The newest ${kind}:\n${listOf(rows.map((row) => paymentLine(asking, row)))}`;
}

function statusIn(understood: Understanding): PaymentStatus | null {
  if (means(understood, 'failed')) return 'failed';
  if (means(understood, 'owe', 'pending', 'open')) return 'pending';
  if (means(understood, 'refunded')) return 'refunded';
  return means(understood, 'paid') ? 'completed' : null;
}

/** Returns ' for Oil Change from Feb 01, 2026 to Feb 28, 2026'. */
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
