import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { paymentMethodText } from '@curbwrench/contract/payments/payment-labels';
import { summarizePayments } from '../../payments/queries.ts';
import type { AskerContext, Topic } from '../topic.ts';
import { findCustomerByName, type NamedCustomer } from '../named-customer.ts';
import {
  formatAmount,
  findMatchingPayments,
  sumRefunded,
  isRefunded,
  sumPaid,
  formatPayment,
  formatRefund,
  paymentStatusTexts,
} from '../matching-payments.ts';
import { formatCount, formatDays, bulletList, joinItems } from '../answer-format.ts';
import {
  asksWhatIsCharged,
  hasTooManyUnknownWords,
  hasConcept,
  listUnknownWords,
  type KnownPerson,
  type ParsedQuestion,
} from '../parsed-question.ts';

/** The maximum number of payments in one answer; the Payments page shows the rest. */
const maxListed = 5;

/**
 * Answers questions about payments that are paid, owed, failed or refunded: a customer's own, or those that staff may
 * see.
 */
export const payments: Topic = async (asker, question) => {
  if (!hasConcept(question, 'pay', 'owe', 'paid', 'refunded', 'failed')) return null;
  if (asksWhatIsCharged(question)) return null;
  if (asker.viewer.role !== 'customer') return answerStaff(asker, question);
  if (hasTooManyUnknownWords(question)) return null;
  if (hasConcept(question, 'owe', 'pending')) return answerOwed(asker);
  if (hasConcept(question, 'refunded')) return answerRefunds(asker, question, null);
  if (hasConcept(question, 'failed')) return answerFailed(asker, question);
  if (asksForTotal(question)) return answerSpent(asker, question);
  return answerLastPayment(asker, question);
};

/** The answer if no payment that was read matches, but there are older ones that were not read. */
const tooManyPayments = 'There are too many payments for me to answer that; see Payments.';

/** Returns whether the question is about a total or several days, and not about the last payment. */
function asksForTotal({ text, days }: ParsedQuestion): boolean {
  if (/\b(total|sum|al+ ?together|in all|so far|overall|spen[dt])\b/i.test(text)) return true;
  return days !== null && days.from !== days.to;
}

async function answerOwed(asker: AskerContext): Promise<string> {
  const { rows, atLeast } = await findMatchingPayments(asker, noFilters, { status: 'pending' });
  if (rows.length === 0) return "You don't owe anything.";
  const total = sumPaid(rows.map((row) => ({ ...row, paid_at: row.created_at })));
  return `You owe ${atLeast}${formatAmount(asker, total)}:\n${formatList(rows.map((row) => formatPayment(asker, row)))}`;
}

const noFilters = { services: [], days: null };

async function answerSpent(asker: AskerContext, question: ParsedQuestion): Promise<string> {
  const { services, days } = question;
  if (services.length === 0 && days === null) {
    const { totalRevenue } = await summarizePayments(asker.context.store.kysely, asker.scope);
    return `You have paid ${formatAmount(asker, totalRevenue)} in total.`;
  }
  const { rows, atLeast } = await findMatchingPayments(asker, question, { status: 'completed' });
  const what = describeFilter(asker, question);
  if (rows.length === 0) {
    if (atLeast !== '') return tooManyPayments;
    return (await findPendingPayment(asker, question)) ?? `You haven't paid anything${what}.`;
  }
  const net = formatAmount(asker, sumPaid(rows));
  const afterRefunds = rows.some(isRefunded) ? ', after refunds' : '';
  const list = formatList(rows.map((row) => formatPayment(asker, row)));
  return `You paid ${atLeast}${net}${what}${afterRefunds}:\n${list}`;
}

async function answerLastPayment(asker: AskerContext, question: ParsedQuestion): Promise<string> {
  const { rows, atLeast } = await findMatchingPayments(asker, question, { status: 'completed' });
  const [newest] = rows;
  if (!newest) {
    if (atLeast !== '') return tooManyPayments;
    return (
      (await findPendingPayment(asker, question)) ??
      `You don't have any payments${describeFilter(asker, question)}.`
    );
  }
  const asksForAll = /\b(payments|all|list|history|transactions)\b/i.test(question.text);
  if (!asksForAll || rows.length === 1) {
    const isNarrowed = question.services.length > 0 || question.days !== null;
    return `Your last ${isNarrowed ? 'matching ' : ''}payment: ${formatPayment(asker, newest)}.`;
  }
  const list = formatList(rows.map((row) => formatPayment(asker, row)));
  return `You have made ${atLeast}${formatCount(rows.length, 'payment')}, newest first:\n${list}`;
}

/** Returns a sentence about a payment that the question assumes is paid but that is still pending, or null. */
async function findPendingPayment(
  asker: AskerContext,
  question: ParsedQuestion,
): Promise<string | null> {
  if (question.services.length === 0) return null;
  const pending = await findMatchingPayments(
    asker,
    { ...question, days: null },
    { status: 'pending' },
  );
  const [first] = pending.rows;
  return first ? `Not paid yet: ${formatPayment(asker, first)}.` : null;
}

/**
 * Lists the payments that match a question and were fully or partly refunded. Days in the question are those of the
 * payments, not of the refunds.
 */
async function answerRefunds(
  asker: AskerContext,
  question: ParsedQuestion,
  person: NamedCustomer | null,
): Promise<string> {
  const search = person ? { search: person.email ?? person.name } : {};
  const matches = await findMatchingPayments(asker, question, search);
  // Without an email address, the search is by name and may also find other customers.
  const rows = matches.rows.filter(
    (row) => isRefunded(row) && (person === null || row.customer_id === person.id),
  );
  const isOwn = asker.viewer.role === 'customer';
  const { services, days } = question;
  const what = services.length > 0 || days ? ` on payments${describeFilter(asker, question)}` : '';
  if (rows.length === 0) {
    if (matches.atLeast !== '') return tooManyPayments;
    return isOwn ? `You haven't received any refunds${what}.` : `There are no refunds${what}.`;
  }
  const sum = `${matches.atLeast}${formatAmount(asker, sumRefunded(rows))}`;
  const list = formatList(rows.map((row) => formatRefund(asker, row)));
  return `${isOwn ? 'You were refunded' : 'Refunded'} ${sum}${what}:\n${list}`;
}

async function answerFailed(asker: AskerContext, question: ParsedQuestion): Promise<string> {
  const { rows, atLeast } = await findMatchingPayments(asker, question, { status: 'failed' });
  if (rows.length === 0) {
    return atLeast === ''
      ? `You don't have any failed payments${describeFilter(asker, question)}.`
      : tooManyPayments;
  }
  const list = formatList(rows.map((row) => formatPayment(asker, row)));
  return `You have ${atLeast}${formatCount(rows.length, 'failed payment')}${describeFilter(asker, question)}:\n${list}`;
}

async function answerStaff(asker: AskerContext, question: ParsedQuestion): Promise<string | null> {
  if (hasConcept(question, 'how') || hasConcept(question, 'revenue')) return null;
  const person = await findCustomerByName(asker, listUnknownWords(question));
  if (person === null && hasTooManyUnknownWords(question)) return null;
  if (person === 'several') {
    return 'There is more than one customer by that name. Please use the full name.';
  }
  if (hasConcept(question, 'refunded')) return answerRefunds(asker, question, person);
  const status = getNamedStatus(question);
  if (person !== null) return answerForCustomer(asker, question, person, status);
  const [knownCustomer] = question.people;
  if (asker.viewer.role === 'mechanic' && knownCustomer)
    return answerForCustomer(asker, question, knownCustomer, status);
  if (hasConcept(question, 'method')) {
    // The help texts say how to pay.
    return hasConcept(question, 'paid') ? answerByMethod(asker, question) : null;
  }
  if (status !== null && (status !== 'completed' || question.days !== null)) {
    return answerByStatus(asker, question, status);
  }
  const summary = await summarizePayments(asker.context.store.kysely, asker.scope);
  const heading = isOfficeRole(asker.viewer.role) ? 'Payments' : 'Payments for your jobs';
  return (
    `${heading}: ${summary.completed} paid (${formatAmount(asker, summary.totalRevenue)} in total), ` +
    `${summary.pending} pending, ${summary.failed} failed, ${summary.refunded} fully refunded.`
  );
}

/** Lists the payments that have this status, on the days in the question. */
async function answerByStatus(
  asker: AskerContext,
  question: ParsedQuestion,
  status: PaymentStatus,
): Promise<string> {
  const { rows, atLeast } = await findMatchingPayments(asker, question, { status });
  const kind = `${paymentStatusTexts[status]} payment`;
  const what = describeFilter(asker, question);
  if (rows.length === 0) return atLeast === '' ? `There are no ${kind}s${what}.` : tooManyPayments;
  const list = formatList(rows.map((row) => formatPayment(asker, row)));
  const verb = rows.length === 1 ? 'is' : 'are';
  return `There ${verb} ${atLeast}${formatCount(rows.length, kind)}${what}:\n${list}`;
}

/** Lists the payments of a customer whom the question names. */
async function answerForCustomer(
  asker: AskerContext,
  question: ParsedQuestion,
  { id, name, email }: KnownPerson & Partial<NamedCustomer>,
  status: PaymentStatus | null,
): Promise<string> {
  const filter = status === null || status === 'completed' ? {} : { status };
  const matches = await findMatchingPayments(asker, question, { ...filter, search: email ?? name });
  const rows = matches.rows.filter((row) => row.customer_id === id);
  if (rows.length === 0) {
    if (matches.atLeast !== '') return tooManyPayments;
    const kind = status === null || status === 'completed' ? '' : `${paymentStatusTexts[status]} `;
    return `${name} has no ${kind}payments${describeFilter(asker, question)}.`;
  }
  return formatList(
    rows.map((row) => {
      const state = row.status === 'pending' ? 'not paid yet' : paymentStatusTexts[row.status];
      return `${formatPayment(asker, row)}: ${state}`;
    }),
  );
}

/** Lists the most recent payments made by the method that the question names. */
async function answerByMethod(asker: AskerContext, question: ParsedQuestion): Promise<string> {
  const { text } = question;
  const method = /\bcash\b/i.test(text)
    ? 'cash'
    : /\btransfer\b/i.test(text)
      ? 'bank_transfer'
      : 'card_terminal';
  const matches = await findMatchingPayments(asker, question, { status: 'completed' });
  const rows = matches.rows.filter((row) => row.payment_method === method);
  const kind = `payments by ${paymentMethodText(method)}${describeFilter(asker, question)}`;
  if (rows.length === 0) return matches.atLeast === '' ? `There are no ${kind}.` : tooManyPayments;
  return `The most recent ${kind}:\n${formatList(rows.map((row) => formatPayment(asker, row)))}`;
}

function getNamedStatus(question: ParsedQuestion): PaymentStatus | null {
  if (hasConcept(question, 'failed')) return 'failed';
  if (hasConcept(question, 'owe', 'pending', 'open')) return 'pending';
  if (hasConcept(question, 'refunded')) return 'refunded';
  return hasConcept(question, 'paid') ? 'completed' : null;
}

/** Formats the question's services and days: ' for Oil Change from Sun, Feb 01, 2026 to Sat, Feb 28, 2026'. */
function describeFilter({ currentTime }: AskerContext, { services, days }: ParsedQuestion): string {
  const what =
    services.length > 0
      ? ` for ${joinItems(
          services.map(({ name }) => name),
          'or',
        )}`
      : '';
  return `${what}${days ? ` ${formatDays(days, currentTime.local.date)}` : ''}`;
}

function formatList(items: readonly string[]): string {
  const list = bulletList(items.slice(0, maxListed));
  return items.length > maxListed ? `${list}\nPayments shows the rest.` : list;
}
