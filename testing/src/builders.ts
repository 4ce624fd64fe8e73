import { createHmac, randomBytes } from 'node:crypto';
import type { Role } from '@curbwrench/contract/people/roles';
import type { Insertable } from 'kysely';
import type { Store } from '@curbwrench/server/database/connection/store';
import type {
  AppointmentsTable,
  PlansTable,
  ServiceAreasTable,
  ServicesTable,
  VehiclesTable,
} from '@curbwrench/server/database/schema';
import { insertLines, type LineDetails } from './appointment-lines.ts';
import { findSession } from '@curbwrench/server/accounts/queries/sessions';

/** The date of `testMorning`, and a moment an hour before it. */
const testDay = '2026-03-03';
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
  /** The header of their requests. */
  readonly headers: { readonly cookie: string };
}

let createdCount = 0;

/** Returns a number that is unique in this process. */
function nextNumber(): number {
  createdCount += 1;
  return createdCount;
}

/** Creates a person with an account of a role and opens a session for them. */
export async function makePerson(
  building: BuilderContext,
  role: Role,
  details: { readonly firstName?: string; readonly lastName?: string; readonly id?: string } = {},
): Promise<Person> {
  const number = nextNumber();
  const id = details.id ?? `${role}-${number}`;
  const firstName = details.firstName ?? `First${number}`;
  const lastName = details.lastName ?? `Last${number}`;
  const email = `${id}@example.com`.toLowerCase();
  const now = new Date();
  await building.store.kysely
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
  await building.store.kysely
    .insertInto('accounts')
    .values({ id, email, email_verified: true, role, created_at: now, updated_at: now })
    .execute();
  return { id, role, email, headers: await openSession(building, id) };
}

/** Creates a customer without an account: somebody the business knows, with a phone number and no e-mail. */
export async function makePersonWithoutAccount(
  { store }: Pick<BuilderContext, 'store'>,
  details: { readonly firstName?: string; readonly lastName?: string } = {},
): Promise<string> {
  const number = nextNumber();
  const id = `person-${number}`;
  const { firstName = `First${number}`, lastName = `Last${number}` } = details;
  const now = new Date();
  await store.kysely
    .insertInto('people')
    .values({
      id,
      name: `${firstName} ${lastName}`,
      first_name: firstName,
      last_name: lastName,
      phone: `+1 555 01${String(number).padStart(2, '0')}`,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

/** Opens a session as signing in would, and returns its cookie. */
export async function openSession(
  building: BuilderContext,
  userId: string,
  expiresAt = new Date(Date.now() + 7 * 86_400_000),
): Promise<{ cookie: string }> {
  const token = randomBytes(24).toString('base64url');
  const now = new Date();
  await building.store.kysely
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
  const signature = createHmac('sha256', building.authSecret).update(token).digest('base64');
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

/** Returns whether the session of a cookie header is still open. */
export async function sessionIsOpen(building: BuilderContext, cookie: string): Promise<boolean> {
  return (await findSession(building.store.kysely, tokenIn(cookie), new Date())) !== null;
}

/**
 * Creates a mechanic who works Monday to Friday, 08:00 to 18:00; with `available: false` one who
 * switched off an hour before the test morning.
 */
export async function makeMechanic(
  building: BuilderContext,
  details: {
    readonly firstName?: string;
    readonly lastName?: string;
    readonly skills?: readonly string[];
    readonly available?: boolean;
    readonly hours?: readonly [string, string];
  } = {},
): Promise<Person> {
  const person = await makePerson(building, 'mechanic', details);
  await building.store.kysely
    .insertInto('mechanics')
    .values({
      person_id: person.id,
      available: details.available ?? true,
      ...(details.available === false && { switched_on: testDay, switched_at: beforeTestMorning }),
      skills: [...(details.skills ?? [])],
    })
    .execute();
  const [starts, ends] = details.hours ?? ['08:00', '18:00'];
  await building.store.kysely
    .insertInto('working_hours')
    .values([1, 2, 3, 4, 5].map((weekday) => ({ mechanic_id: person.id, weekday, starts, ends })))
    .execute();
  return person;
}

/** Mechanics, and a service that only they can do. */
export interface Crew {
  readonly skill: string;
  readonly mechanics: readonly [Person, ...Person[]];
  readonly serviceId: number;
}

/**
 * Creates mechanics with a skill of their own and a service that requires it. Other jobs never take
 * their time, so tests with a crew can share a database.
 */
export async function makeCrew(
  building: BuilderContext,
  size: number,
  service: Partial<Insertable<ServicesTable>> = {},
  hours?: readonly [string, string],
): Promise<Crew> {
  const skill = `skill-${nextNumber()}`;
  const make = () => makeMechanic(building, { skills: [skill], ...(hours && { hours }) });
  const mechanics: [Person, ...Person[]] = [await make()];
  while (mechanics.length < size) mechanics.push(await make());
  return { skill, mechanics, serviceId: await makeService(building, { skill, ...service }) };
}

/** Creates a service, by default one hour for 89.00 that any mechanic can do. */
export async function makeService(
  building: BuilderContext,
  details: Partial<Insertable<ServicesTable>> = {},
): Promise<number> {
  const { id } = await building.store.kysely
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

/** Creates a vehicle of a customer. */
export async function makeVehicle(
  building: BuilderContext,
  customerId: string,
  details: Partial<Insertable<VehiclesTable>> = {},
): Promise<number> {
  const { id } = await building.store.kysely
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
 * Inserts an appointment without checking any booking rule, with the parent rows it needs: by default
 * pending, one hour from 10:00, without a hold, with one service at 89.00.
 */
export async function makeAppointment(
  building: BuilderContext,
  {
    price = '89.00',
    included_in: includedIn = null,
    more_services: moreServices = [],
    ...details
  }: Partial<Insertable<AppointmentsTable>> & LineDetails & { readonly date: string },
): Promise<number> {
  const customerId = details.customer_id ?? (await makePerson(building, 'customer')).id;
  const vehicleId = details.vehicle_id ?? (await makeVehicle(building, customerId));
  const serviceId = details.service_id ?? (await makeService(building));
  const now = new Date();
  const { id } = await building.store.kysely
    .insertInto('appointments')
    .values({
      start_time: '10:00',
      end_time: '11:00',
      status: 'pending',
      address: '1 Kerb Street',
      cancel_until_hours: 24,
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
  await insertLines(building, id, [serviceId, ...moreServices], { price, includedIn });
  return id;
}

/** Creates a plan that customers can join, by default 29.00 a month with 10 % off everything else. */
export async function makePlan(
  building: BuilderContext,
  details: Partial<Insertable<PlansTable>> = {},
  services: readonly { readonly serviceId: number; readonly uses: number }[] = [],
): Promise<number> {
  const { id } = await building.store.kysely
    .insertInto('plans')
    .values({
      name: `Plan ${nextNumber()}`,
      description: 'What it is good for.',
      price: '29.00',
      billing_interval: 'month',
      discount_percent: 10,
      created_at: new Date(),
      ...details,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { serviceId, uses } of services) {
    await building.store.kysely
      .insertInto('plan_services')
      .values({ plan_id: id, service_id: serviceId, uses })
      .execute();
  }
  return id;
}

/** Creates an area with a list of ZIP codes, by default every weekday and without a fee. */
export async function makeServiceArea(
  building: BuilderContext,
  zips: readonly string[],
  details: Partial<Insertable<ServiceAreasTable>> = {},
): Promise<number> {
  const { id } = await building.store.kysely
    .insertInto('service_areas')
    .values({
      name: `Area ${nextNumber()}`,
      days: ['mon', 'tue', 'wed', 'thu', 'fri'],
      call_out_fee: '0.00',
      created_at: new Date(),
      ...details,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const zip of zips) {
    await building.store.kysely
      .insertInto('service_area_zips')
      .values({ zip, area_id: id })
      .execute();
  }
  return id;
}
