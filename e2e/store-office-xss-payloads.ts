import { randomUUID } from 'node:crypto';
import { messageTemplateKeys } from '@curbwrench/contract/messaging/template-keys';
import { makeAppointment } from '@curbwrench/testing/builders';
import { xssPayloads } from './xss-payloads.ts';
import { makeCompletedJob } from '@curbwrench/testing/reviews';
import { linePayloads, packPayloads, type ApiClient } from './xss-payload-texts.ts';
import { today, type Sandbox } from './sandbox.ts';

/** The payloads that were stored in messages, plans, areas, declined jobs, refunds and reviews. */
export interface StoredOfficePayloads {
  /** Sent between the customer and the office, and between the office and the mechanic. */
  readonly messages: readonly string[];
  readonly planNames: readonly string[];
  readonly planDescriptions: readonly string[];
  readonly areaNames: readonly string[];
  /** The bodies of email templates. */
  readonly messageTemplates: readonly string[];
  /** The privacy page's text, one payload in each paragraph. */
  readonly privacyParagraphs: readonly string[];
  readonly questions: readonly string[];
  /** An appointment that was declined once for each of these reasons. */
  readonly declinedJob: { readonly id: number; readonly reasons: readonly string[] };
  /** A payment with one partial refund for each of these reasons. */
  readonly refundedPayment: {
    readonly id: number;
    readonly transactionId: string;
    readonly reasons: readonly string[];
  };
  /** The mechanic's reviewed jobs, and the texts of their reviews and replies. */
  readonly reviews: { readonly jobIds: readonly number[]; readonly texts: readonly string[] };
  /** The transaction ids of all recorded payments, beginning with the refunded one. */
  readonly transactionIds: readonly string[];
}

/** Stores every payload in the text fields that customers, mechanics and the office write. */
export async function storeOfficeXssPayloads(
  sandbox: Sandbox,
  request: ApiClient,
  vehicleId: number,
): Promise<StoredOfficePayloads> {
  const { customer, mechanic, advisor, admin } = sandbox.people;

  const messages = packPayloads(4_000);
  for (const text of messages) {
    for (const [author, person] of [
      [customer, customer],
      [advisor, customer],
      [admin, mechanic],
      [mechanic, mechanic],
    ] as const) {
      const body = { text, clientId: randomUUID() };
      await request(author, 'POST', `/api/conversations/${person.id}/messages`, body);
    }
  }

  const [planNames, planDescriptions] = [packPayloads(100, linePayloads), packPayloads(500)];
  for (const [index, name] of planNames.entries()) {
    await request(admin, 'POST', '/api/plans', {
      name,
      description: planDescriptions[index % planDescriptions.length],
      price: 29,
      interval: 'month',
      discountPercent: 10,
      services: [],
    });
  }

  const areaNames = packPayloads(100, linePayloads);
  for (const [index, name] of areaNames.entries()) {
    await request(admin, 'POST', '/api/service-areas', {
      name,
      zips: [String(10_000 + index)],
      circle: null,
      days: ['mon'],
      tripFee: 0,
    });
  }

  // Double braces delimit a placeholder.
  const withoutBraces = (text: string) => !/\{\{|\}\}/.test(text);
  const messageTemplates = packPayloads(4_000, xssPayloads.filter(withoutBraces));
  const subjects = packPayloads(150, linePayloads.filter(withoutBraces));
  for (const [index, body] of messageTemplates.entries()) {
    const { kind } = messageTemplateKeys.filter(({ channel }) => channel === 'email')[index] ?? {};
    const subject = subjects[index % subjects.length];
    await request(admin, 'PATCH', `/api/message-templates/${kind}.email`, {
      subject,
      body,
      version: 0,
    });
  }
  const { version } = await request<{ version: number }>(admin, 'GET', '/api/business/wording');
  // A line break or leading markup would turn a payload into something other than a paragraph or a question.
  const privacyParagraphs = packPayloads(1_000, linePayloads).map((text) => text.trim());
  const questions = packPayloads(300, linePayloads)
    .map((text) => text.trim())
    .slice(0, 8);
  await request(admin, 'PATCH', '/api/business/wording', {
    version,
    questions: questions.map((text) => `# ${text}\n${text}`).join('\n'),
    privacy: privacyParagraphs.join('\n\n'),
    terms: `- ${privacyParagraphs.join('\n- ')}`,
  });

  const reasons = packPayloads(500);
  const details = {
    customer_id: customer.id,
    service_id: sandbox.oilChange.id,
    vehicle_id: vehicleId,
  };
  const declinedId = await makeAppointment(sandbox.app, { ...details, date: '2026-03-17' });
  for (const reason of reasons) {
    const path = `/api/appointments/${declinedId}`;
    await request(advisor, 'PATCH', path, { status: 'confirmed', mechanicId: mechanic.id });
    await request(mechanic, 'PATCH', path, { status: 'unassigned', reason });
  }

  const completedId = await makeAppointment(sandbox.app, {
    ...details,
    date: today,
    start_time: '06:00',
    end_time: '07:00',
    status: 'completed',
    mechanic_id: mechanic.id,
  });
  const { id: refundedId } = await sandbox.app.store.kysely
    .insertInto('payments')
    .values({
      customer_id: customer.id,
      appointment_id: completedId,
      amount: '89.00',
      status: 'pending',
      created_at: sandbox.app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [transactionId = '', ...otherIds] = packPayloads(100, linePayloads);
  const record = (id: number, newTransactionId: string) =>
    request(admin, 'POST', `/api/payments/${id}/record`, {
      paymentMethod: 'cash',
      transactionId: newTransactionId,
    });
  await record(refundedId, transactionId);
  for (const reason of reasons) {
    await request(admin, 'POST', `/api/payments/${refundedId}/refunds`, { amount: 1, reason });
  }

  const otherPayments = await sandbox.app.store.kysely
    .insertInto('payments')
    .values(
      otherIds.map(() => ({
        customer_id: customer.id,
        amount: '5.00',
        status: 'pending' as const,
        // A day older than the refunded payment, which stays the first in the list.
        created_at: new Date(sandbox.app.clock.now().getTime() - 86_400_000),
      })),
    )
    .returning('id')
    .execute();
  for (const [index, newTransactionId] of otherIds.entries()) {
    await record(otherPayments[index]?.id ?? 0, newTransactionId);
  }

  return {
    messages,
    planNames,
    planDescriptions,
    areaNames,
    messageTemplates,
    privacyParagraphs,
    questions,
    declinedJob: { id: declinedId, reasons },
    refundedPayment: { id: refundedId, transactionId, reasons },
    reviews: await storeReviews(sandbox, request, details),
    transactionIds: [transactionId, ...otherIds],
  };
}

/** Stores payloads in review texts, and different ones in the replies to them. */
async function storeReviews(
  { app, people }: Sandbox,
  request: ApiClient,
  details: {
    readonly customer_id: string;
    readonly service_id: number;
    readonly vehicle_id: number;
  },
): Promise<StoredOfficePayloads['reviews']> {
  const texts = packPayloads(2_000);
  const jobIds: number[] = [];
  for (const [index, text] of texts.entries()) {
    const id = await makeCompletedJob(app, details.customer_id, people.mechanic.id, details);
    const { id: reviewId } = await request<{ id: number }>(
      people.customer,
      'POST',
      `/api/appointments/${id}/review`,
      { rating: 3, text },
    );
    await request(people.advisor, 'POST', `/api/reviews/${reviewId}/reply`, {
      text: texts[(index + 1) % texts.length],
      replaces: null,
    });
    jobIds.push(id);
  }
  return { jobIds, texts };
}
