import { makeAppointment, type Person } from '@curbwrench/testing/builders';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import { readSettledDatabase } from '@curbwrench/testing/database-contents';
import { send } from '@curbwrench/testing/requests';
import type { TestApp } from '@curbwrench/testing/start-app';
import { beforeEach, expect, test } from 'vitest';
import { beginSending, claimMessage } from './changes.ts';

const minute = 60_000;

let app: TestApp;
let customer: Person;
let mechanic: Person;
let appointmentId: number;

prepareAppWithTeam(1, (prepared) => {
  ({ app, customer } = prepared);
  mechanic = prepared.team.mechanics[0];
});
beforeEach(async () => {
  appointmentId = await makeAppointment(app, {
    date: '2026-03-03',
    status: 'in_progress',
    customer_id: customer.id,
    mechanic_id: mechanic.id,
    price: '80.00',
  });
  const body = { status: 'completed' };
  const response = await send(app, mechanic, 'PATCH', `/api/appointments/${appointmentId}`, body);
  if (response.statusCode !== 200) throw new Error(response.body);
});

async function recordPayment(): Promise<void> {
  const { id } = await app.store.kysely
    .selectFrom('payments')
    .select('id')
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirstOrThrow();
  const response = await send(app, mechanic, 'POST', `/api/payments/${id}/record`, {
    paymentMethod: 'cash',
  });
  expect(response.statusCode, response.body).toBe(200);
}

/** Returns the subjects of the emails about the job that have been sent by now. */
async function readSentSubjects(): Promise<(string | null)[]> {
  app.store.wake('outbound_messages');
  await readSettledDatabase(app.store);
  const rows = await app.store.kysely
    .selectFrom('outbound_messages')
    .select('subject')
    .where('appointment_id', '=', appointmentId)
    .where('channel', '=', 'email')
    .where('state', '=', 'stored')
    .orderBy('last_possible_delivery_at')
    .execute();
  return rows.map(({ subject }) => subject);
}

const advanceClock = (ms: number): void => app.clock.set(new Date(app.clock.now().getTime() + ms));

test('a job that is paid right away causes one message, the receipt @messages.receipt', async () => {
  expect(await readSentSubjects()).toEqual([]);
  await recordPayment();
  expect(await readSentSubjects()).toEqual(['Your receipt from Curbwrench']);
  advanceClock(6 * minute);
  expect(await readSentSubjects()).toEqual(['Your receipt from Curbwrench']);
});

test('a job that is paid later causes an invoice after five minutes, and a receipt after the payment @messages.receipt', async () => {
  advanceClock(5 * minute - 1);
  expect(await readSentSubjects()).toEqual([]);
  advanceClock(1);
  await expect
    .poll(readSentSubjects, { timeout: 30_000 })
    .toEqual(['Your invoice from Curbwrench']);
  advanceClock(20 * minute);
  await recordPayment();
  expect(await readSentSubjects()).toEqual([
    'Your invoice from Curbwrench',
    'Your receipt from Curbwrench',
  ]);
});

test('an invoice that was about to be sent when the payment was recorded is not sent @messages.receipt', async () => {
  const due = new Date(app.clock.now().getTime() + 5 * minute);
  const claimed = await claimMessage(
    app.store.kysely,
    'email',
    due,
    new Date(due.getTime() + minute),
  );
  if (claimed?.appointmentId !== appointmentId) throw new Error('Another message was due.');
  await recordPayment();
  const invoice = { recipient: 'c@example.com', subject: 'Your invoice', text: '' };
  expect(await beginSending(app.store.kysely, claimed, invoice, due)).toBe(false);
  expect(await readSentSubjects()).toEqual(['Your receipt from Curbwrench']);
});
