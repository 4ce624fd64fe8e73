import { randomBytes } from 'node:crypto';
import {
  makeMechanic,
  makePerson,
  makeService,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import type { PushService } from '@curbwrench/testing/push-service';
import type { Store } from '@curbwrench/server/database/connection/store';
import { migrate } from '@curbwrench/server/database/migrator';
import { sql } from 'kysely';
import { listMarkedTemplates } from './marked-templates.ts';

/** A person who gets messages, and the addresses to which they are sent. */
export interface Recipient {
  readonly id: string;
  readonly firstName: string;
  readonly cookie: string;
  readonly email: string;
  /** The phone number for text messages; null if they get none. */
  readonly number: string | null;
  /** The endpoint of a browser that shows push notifications; null if they have none. */
  readonly endpoint: string | null;
}

export type Customer = Recipient & { readonly vehicleIds: readonly number[] };

/** The people of a business, and its only service, which takes an hour. */
export interface MessageBusiness {
  readonly authSecret: string;
  readonly customers: readonly Customer[];
  readonly mechanics: readonly Recipient[];
  /** An advisor and an admin. */
  readonly office: readonly [Recipient, Recipient];
  readonly serviceId: number;
}

export interface BusinessSize {
  readonly customers: number;
  readonly mechanics: number;
}

/**
 * Fills an empty database. Everyone has an email address, a third of the customers get text messages, and one person in
 * five has a browser that shows notifications.
 */
export async function createMessageBusiness(
  store: Store,
  push: PushService,
  size: BusinessSize,
): Promise<MessageBusiness> {
  await migrate(store.kysely);
  const authSecret = randomBytes(32).toString('hex');
  const context = { store, authSecret };
  await insertTemplates(store);
  const customers: Customer[] = [];
  for (let index = 0; index < size.customers; index += 1) {
    const person = await makePerson(context, 'customer', { firstName: `Customer${index}` });
    const recipient = await makeRecipient(store, push, person, index);
    const number = index % 3 === 0 ? `+1415555${String(1000 + index)}` : null;
    if (number !== null) await insertSmsConsent(store, person.id, number);
    const vehicleIds = [
      await makeVehicle(context, person.id),
      await makeVehicle(context, person.id),
    ];
    customers.push({ ...recipient, firstName: `Customer${index}`, number, vehicleIds });
  }
  const mechanics: Recipient[] = [];
  for (let index = 0; index < size.mechanics; index += 1) {
    const firstName = `Mechanic${index}`;
    const person = await makeMechanic(context, { firstName });
    mechanics.push({ ...(await makeRecipient(store, push, person, index)), firstName });
  }
  const office = [
    await makeRecipient(store, push, await makePerson(context, 'service_advisor'), 1),
    await makeRecipient(store, push, await makePerson(context, 'admin'), 0),
  ] as const;
  return { authSecret, customers, mechanics, office, serviceId: await makeService(context) };
}

async function insertTemplates({ kysely }: Store): Promise<void> {
  for (const { kind, channel, subject, body } of listMarkedTemplates()) {
    await sql`
      insert into message_templates (kind, channel, subject, body, updated_at)
      values (${kind}, ${channel}, ${subject}, ${body}, now())
    `.execute(kysely);
  }
}

async function makeRecipient(
  { kysely }: Store,
  push: PushService,
  { id, email, headers }: Person,
  index: number,
): Promise<Recipient> {
  let endpoint: string | null = null;
  if (index % 5 === 0) {
    const { endpoint: url, keys } = await push.subscribe();
    endpoint = url;
    await sql`
      insert into push_subscriptions (account_id, session_id, endpoint, public_key, auth_secret, created_at)
      select account_id, id, ${url}, ${keys.p256dh}, ${keys.auth}, now() from sessions where account_id = ${id}
    `.execute(kysely);
  }
  return { id, firstName: '', cookie: headers.cookie, email, number: null, endpoint };
}

async function insertSmsConsent(
  { kysely }: Store,
  personId: string,
  number: string,
): Promise<void> {
  await sql`update people set phone = ${number} where id = ${personId}`.execute(kysely);
  await sql`
    insert into sms_consents (person_id, number, source, text_version, agreed_at)
    values (${personId}, ${number}, 'code', '1', now())
  `.execute(kysely);
  await sql`
    insert into notification_preferences (person_id, appointment_reminders, mechanic_updates, payment_receipts,
      push, sms, promotional_emails, newsletter, updated_at)
    values (${personId}, true, true, true, true, true, false, false, now())
  `.execute(kysely);
}
