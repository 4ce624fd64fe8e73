import { createHmac, randomBytes } from 'node:crypto';
import type { Role } from '@curbwrench/contract/people/roles';
import type { Insertable } from 'kysely';
import type { Store } from '@curbwrench/server/database/connection/store';
import { inTransaction } from '@curbwrench/server/database/connection/transaction';
import type {
  AppointmentsTable,
  PlansTable,
  ServiceAreasTable,
  ServicesTable,
  VehiclesTable,
} from '@curbwrench/server/database/schema';
import { insertLineItems, type LineItemDetails } from './appointment-line-items.ts';
import { findSession } from '@curbwrench/server/accounts/queries/sessions';

/** One hour before `testMorning`, on the same day. */
const beforeTestMorning = new Date('2026-03-03T16:00:00Z');

/** What builders need: a database, and the secret that signs session cookies. */
export interface BuilderContext {
  readonly store: Store;
  readonly authSecret: string;
}

/** A person with an open session. */
export interface Person {
  readonly id: string;
  readonly role: Role;
  readonly email: string;
  /** The header that authenticates their requests. */
  readonly headers: { readonly cookie: string };
}

let createdCount = 0;

/** Returns a number that is unique in this process. */
function nextNumber(): number {
  createdCount += 1;
  return createdCount;
}

/** Creates a person with an account in this role and opens a session for them. */
export async function makePerson(
  context: BuilderContext,
  role: Role,
  details: { readonly firstName?: string; readonly lastName?: string; readonly id?: string } = {},
): Promise<Person> {
  const number = nextNumber();
  const id = details.id ?? `${role}-${number}`;
  const firstName = details.firstName ?? `First${number}`;
  const lastName = details.lastName ?? `Last${number}`;
  const email = `${id}@example.com`.toLowerCase();
  const now = new Date();
  await context.store.kysely
    .insertInto('people')
    .values({
      id,
      name: `${firstName} ${lastName}`,
      first_name: firstName,
      last_name: lastName,
      email,
      phone: `+1 555 01${String(number).padStart(2, '0')}`,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await context.store.kysely
    .insertInto('accounts')
    .values({ id, email, email_verified: true, role, created_at: now, updated_at: now })
    .execute();
  return { id, role, email, headers: await openSession(context, id) };
}

/** Creates a customer without an account: somebody the business knows, with a phone number and no email. */
export async function makePersonWithoutAccount(
  { store }: Pick<BuilderContext, 'store'>,
  details: {
    readonly firstName?: string;
    readonly lastName?: string;
    readonly phone?: string;
    readonly email?: string;
  } = {},
): Promise<string> {
  const number = nextNumber();
  const id = `person-${number}`;
  const {
    firstName = `First${number}`,
    lastName = `Last${number}`,
    phone = `+1 555 01${String(number).padStart(2, '0')}`,
    email = null,
  } = details;
  const now = new Date();
  await store.kysely
    .insertInto('people')
    .values({
      id,
      name: `${firstName} ${lastName}`,
      first_name: firstName,
      last_name: lastName,
      phone,
      email,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

/** Opens a session, as if the person had signed in, and returns its cookie. */
export async function openSession(
  context: BuilderContext,
  userId: string,
  expiresAt = new Date(Date.now() + 7 * 86_400_000),
): Promise<{ cookie: string }> {
  const token = randomBytes(24).toString('base64url');
  const now = new Date();
  await context.store.kysely
    .insertInto('sessions')
    .values({
      id: randomBytes(12).toString('hex'),
      token,
      account_id: userId,
      expires_at: expiresAt,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const signature = createHmac('sha256', context.authSecret).update(token).digest('base64');
  return { cookie: `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}` };
}

/** Makes a person's sessions two days old, so that their next request extends them. */
export async function ageSessions({ store }: BuilderContext, userId: string): Promise<void> {
  const day = 86_400_000;
  await store.kysely
    .updateTable('sessions')
    .set({
      updated_at: new Date(Date.now() - 2 * day),
      expires_at: new Date(Date.now() + 5 * day),
    })
    .where('account_id', '=', userId)
    .execute();
}

/** Returns the session token in a cookie header. */
export function tokenIn(cookie: string): string {
  const value = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1));
  return value.slice(0, value.lastIndexOf('.'));
}

/** Returns whether a cookie header's session is still open. */
export async function isSessionOpen(context: BuilderContext, cookie: string): Promise<boolean> {
  return (await findSession(context.store.kysely, tokenIn(cookie), new Date())) !== null;
}

/**
 * Creates a mechanic who works Monday through Friday, by default 08:00 to 18:00. With `available: false`, the mechanic
 * went off duty an hour before the test morning.
 */
export async function makeMechanic(
  context: BuilderContext,
  details: Parameters<typeof makePerson>[2] & {
    readonly skills?: readonly string[];
    readonly available?: boolean;
    readonly hours?: readonly [string, string];
  } = {},
): Promise<Person> {
  const person = await makePerson(context, 'mechanic', details);
  await context.store.kysely
    .insertInto('mechanics')
    .values({
      person_id: person.id,
      available: details.available ?? true,
      availability_set_on: details.available === false ? '2026-03-03' : null,
      availability_set_at: details.available === false ? beforeTestMorning : null,
      skills: [...(details.skills ?? [])],
    })
    .execute();
  const [starts, ends] = details.hours ?? ['08:00', '18:00'];
  await context.store.kysely
    .insertInto('working_hours')
    .values([1, 2, 3, 4, 5].map((weekday) => ({ mechanic_id: person.id, weekday, starts, ends })))
    .execute();
  return person;
}

/** Mechanics, and a service that only they can do. */
export interface Team {
  readonly skill: string;
  readonly mechanics: readonly [Person, ...Person[]];
  readonly serviceId: number;
}

/**
 * Creates mechanics with a skill that nobody else has and a service that requires it. Other jobs never take
 * up their time, so tests with a team can share a database.
 */
export async function makeTeam(
  context: BuilderContext,
  mechanicCount: number,
  service: Partial<Insertable<ServicesTable>> = {},
  hours?: readonly [string, string],
): Promise<Team> {
  const skill = `skill-${nextNumber()}`;
  const make = () => makeMechanic(context, { skills: [skill], ...(hours && { hours }) });
  const mechanics: [Person, ...Person[]] = [await make()];
  while (mechanics.length < mechanicCount) mechanics.push(await make());
  return { skill, mechanics, serviceId: await makeService(context, { skill, ...service }) };
}

/** Creates a service, by default one hour for 89.00 that any mechanic can do. */
export async function makeService(
  context: BuilderContext,
  details: Partial<Insertable<ServicesTable>> = {},
): Promise<number> {
  const { id } = await context.store.kysely
    .insertInto('services')
    .values({
      name: `Service ${nextNumber()}`,
      description: 'What we do for this price.',
      price: '89.00',
      duration: 60,
      created_at: new Date(),
      ...details,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Creates a vehicle for a customer. */
export async function makeVehicle(
  context: BuilderContext,
  customerId: string,
  details: Partial<Insertable<VehiclesTable>> = {},
): Promise<number> {
  const { id } = await context.store.kysely
    .insertInto('vehicles')
    .values({
      customer_id: customerId,
      make: 'Honda',
      model: 'Civic',
      year: 2019,
      created_at: new Date(),
      ...details,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Inserts an appointment, and the parent rows it needs, without checking any booking rules. By default it is
 * pending, lasts one hour from 10:00, and has one service at 89.00 and no hold.
 */
export async function makeAppointment(
  context: BuilderContext,
  {
    price = '89.00',
    included_in: includedIn = null,
    more_services: moreServices = [],
    ...details
  }: Partial<Insertable<AppointmentsTable>> & LineItemDetails & { readonly date: string },
): Promise<number> {
  const customerId = details.customer_id ?? (await makePerson(context, 'customer')).id;
  const vehicleId = details.vehicle_id ?? (await makeVehicle(context, customerId));
  const serviceId = details.service_id ?? (await makeService(context));
  const now = new Date();
  // In one transaction, because a page may read the appointment at any time and every appointment has line items.
  return inTransaction(context.store, async (trx) => {
    const { id } = await trx
      .insertInto('appointments')
      .values({
        start_time: '10:00',
        end_time: '11:00',
        status: 'pending',
        address: '1 Curb Street',
        cancellation_cutoff_hours: 24,
        source: 'customer',
        created_at: now,
        updated_at: now,
        ...details,
        customer_id: customerId,
        vehicle_id: vehicleId,
        service_id: serviceId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertLineItems(trx, id, [serviceId, ...moreServices], { price, includedIn });
    return id;
  });
}

/** Creates a plan that customers can join, by default 29.00 a month with 10% off everything else. */
export async function makePlan(
  context: BuilderContext,
  details: Partial<Insertable<PlansTable>> = {},
  services: readonly { readonly serviceId: number; readonly uses: number }[] = [],
): Promise<number> {
  const { id } = await context.store.kysely
    .insertInto('plans')
    .values({
      name: `Plan ${nextNumber()}`,
      description: 'What this plan covers.',
      price: '29.00',
      billing_interval: 'month',
      discount_percent: 10,
      created_at: new Date(),
      ...details,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { serviceId, uses } of services) {
    await context.store.kysely
      .insertInto('plan_services')
      .values({ plan_id: id, service_id: serviceId, uses })
      .execute();
  }
  return id;
}

/** Creates an area with a list of ZIP codes, by default served every weekday and without a fee. */
export async function makeServiceArea(
  context: BuilderContext,
  zips: readonly string[],
  details: Partial<Insertable<ServiceAreasTable>> = {},
): Promise<number> {
  const { id } = await context.store.kysely
    .insertInto('service_areas')
    .values({
      name: `Area ${nextNumber()}`,
      days: ['mon', 'tue', 'wed', 'thu', 'fri'],
      trip_fee: '0.00',
      created_at: new Date(),
      ...details,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const zip of zips) {
    await context.store.kysely
      .insertInto('service_area_zips')
      .values({ zip, area_id: id })
      .execute();
  }
  return id;
}
