import { sql } from 'kysely';
import { storeAddress } from '@curbwrench/server/appointments/changes/customer-address-changes';
import { sealAudit } from '@curbwrench/server/audit/changes';
import { inTransaction } from '@curbwrench/server/database/connection/transaction';
import type { Store } from '@curbwrench/server/database/connection/store';
import { makeAccount, password } from './accounts.ts';
import { makeAppointment, openSession } from './builders.ts';
import { demoAccountIds } from '@curbwrench/server/demo/demo-accounts';
import { fillWithDemo } from './demo-day.ts';
import { fillAccount } from './personal-data.ts';
import { send } from './requests.ts';
import type { TestApp } from './start-app.ts';

/** The email address of a customer in the snapshot, who signs in with `password` and has one appointment. */
export const snapshotEmail = 'zebulon.new@example.net';
/** The address of that customer's appointment. */
export const snapshotAddress = '12 Snapshot Street';

/** Fills a database with the demo without its older history, so that a snapshot stays small. */
export async function fillWithShortDemo(store: Store, now: Date): Promise<void> {
  await fillWithDemo(store, now);
  await inTransaction(store, async (trx) => {
    // Disables triggers, so that these deletions are neither counted nor audited.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`delete from appointments where date < '2026-02-10'`.execute(trx);
    for (const table of ['appointment_events', 'appointment_lines', 'payments', 'reviews']) {
      await sql`delete from ${sql.table(table)} where appointment_id is not null
        and appointment_id not in (select id from appointments)`.execute(trx);
    }
    await sql`delete from refunds where payment_id not in (select id from payments)`.execute(trx);
    await sql`select rebuild_counts()`.execute(trx);
  });
}

/**
 * Adds to a demo the data that only real use creates: fully populated accounts, a deleted account, an open invitation,
 * saved preferences, an idempotency key and sealed audit entries.
 */
export async function addUsageToDemo(app: TestApp): Promise<void> {
  const db = app.store.kysely;
  const now = app.clock.now();
  const admin = { headers: await openSession(app, demoAccountIds.admin) };
  const customer = { headers: await openSession(app, demoAccountIds.customer) };
  const zebulon = await makeAccount(app, 'customer');
  await fillAccount(app, zebulon, 'Zebulon', 'Rushwater');
  await makeAppointment(app, {
    customer_id: zebulon.id,
    date: '2026-03-10',
    status: 'cancelled',
    address: snapshotAddress,
  });
  const place = { address: snapshotAddress, position: null, precision: 'unknown' } as const;
  await inTransaction(app.store, (trx) =>
    sql`with ${storeAddress(zebulon.id, place, now)} select`.execute(trx),
  );
  await fillAccount(app, await makeAccount(app, 'mechanic'), 'Ottoline', 'Brassworth');
  const leavingCustomer = await makeAccount(app, 'customer');
  await fillAccount(app, leavingCustomer, 'Quillon', 'Farthing');
  const deletionResponse = await leavingCustomer.browser.post('/api/account/delete', { password });
  if (deletionResponse.statusCode !== 204) throw new Error(deletionResponse.body);

  const invitation = { email: 'invited@example.net', role: 'mechanic' };
  await expectStatus(201, send(app, admin, 'POST', '/api/invitations', invitation));
  const preferences = {
    appointmentReminders: true,
    mechanicUpdates: false,
    paymentReceipts: true,
    push: false,
    sms: false,
    promotionalEmails: false,
    newsletter: true,
    bookingEmails: true,
    attentionEmails: true,
    messageEmails: true,
  };
  await expectStatus(
    200,
    send(app, customer, 'PATCH', '/api/notifications/preferences', preferences),
  );
  await sql`insert into holidays (date, name) values ('2026-07-03', 'Independence Day')`.execute(
    db,
  );
  await sql`
    insert into working_day_exceptions (mechanic_id, date, starts, ends)
    values (${demoAccountIds.mechanic}, '2026-03-14', '09:00', '13:00')
  `.execute(db);
  await sql`insert into set_up_token (token_hash, made_at) values ('hash', ${now})`.execute(db);
  await sql`insert into idempotency_keys (account_id, endpoint, key, body_hash, reply, created_at)
    values (${demoAccountIds.customer}, 'bookAppointment', 'key', 'hash', '{}', ${now})`.execute(
    db,
  );
  await sql`insert into sign_in_attempts (hash, provider, nonce, verifier, return_to, expires_at)
    values ('hash', 'oidc', 'nonce', 'verifier', '/', ${now})`.execute(db);
  await sql`insert into booking_codes (token_hash, code_hash, expires_at) values ('hash', 'hash', ${now})`.execute(
    db,
  );
  await sql`insert into calendar_feeds (owner_id, token_hash, created_at)
    values (${demoAccountIds.admin}, 'hash', ${now})`.execute(db);
  await sql`insert into message_templates (kind, channel, body, updated_at)
    values ('booked', 'sms', 'See you on {{date}}.', ${now})`.execute(db);
  await sql`insert into sms_consents (person_id, number, source, text_version, agreed_at)
    values (${demoAccountIds.customer}, '+14155550123', 'office', '1', ${now})`.execute(db);
  await sql`insert into sms_opt_outs (number_hash, at) values ('hash', ${now})`.execute(db);
  await sql`insert into external_customer_ids (source, external_id, customer_id)
    values ('square', 'S-1', ${demoAccountIds.customer})`.execute(db);
  await sealAudit(db);
}

async function expectStatus(status: number, response: ReturnType<typeof send>): Promise<void> {
  const { statusCode, body } = await response;
  if (statusCode !== status) throw new Error(`${statusCode}: ${body}`);
}
