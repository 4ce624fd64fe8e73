import { sql, type Insertable } from 'kysely';
import type { AppointmentsTable } from '@curbwrench/server/database/schema';
import {
  insertPastRecords,
  insertAreasAndMessages,
  insertPlans,
} from './assistant-business-records.ts';
import type { Asker } from './questions/question.ts';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  makeService,
  makeVehicle,
  type Person,
} from '../builders.ts';
import { startApp, type TestApp } from '../start-app.ts';

/** The business that the assistant's questions are about, on Tuesday, March 3, 2026, at 9:00 AM. */
export interface AssistantBusiness extends TestApp {
  readonly askers: Readonly<Record<Asker, Person>>;
  /** Service ids by name. */
  readonly services: ReadonlyMap<string, number>;
}

/** The services with their prices, durations and required skills. */
const catalog = [
  ['Oil Change', '79.00', 45, null],
  ['Brake Pad Replacement', '249.00', 120, 'brakes'],
  ['Battery Replacement', '189.00', 30, null],
  ['Engine Diagnostics', '120.00', 60, null],
  ['Tire Rotation', '49.50', 30, null],
] as const;

/**
 * Creates the business. Its appointments get their numbers in the order in which this file creates them, and the
 * questions depend on these numbers.
 */
export async function makeAssistantBusiness(): Promise<AssistantBusiness> {
  const app = await startApp();
  const services = new Map<string, number>();
  for (const [name, price, duration, skill] of catalog) {
    services.set(
      name,
      await makeService(app, { name, price, duration, skill, description: `${name}, done well.` }),
    );
  }
  const diego = await makeMechanic(app, {
    firstName: 'Diego',
    lastName: 'Alvarez',
    skills: ['brakes'],
  });
  const priya = await makeMechanic(app, { firstName: 'Priya', lastName: 'Nair' });
  await makeMechanic(app, { firstName: 'Sam', lastName: 'Okafor', available: false });
  const maya = await makePerson(app, 'customer', { firstName: 'Maya', lastName: 'Chen' });
  const oscar = await makePerson(app, 'customer', { firstName: 'Oscar', lastName: 'Brandt' });
  const askers = {
    maya,
    nora: await makePerson(app, 'customer', { firstName: 'Nora', lastName: 'Quist' }),
    pia: await makePerson(app, 'customer', { firstName: 'Pia', lastName: 'Sorensen' }),
    diego,
    ada: await makePerson(app, 'service_advisor', { firstName: 'Ada', lastName: 'Lund' }),
    wes: await makePerson(app, 'admin', { firstName: 'Wes', lastName: 'Moran' }),
  };
  const hugo = await makePerson(app, 'customer', { firstName: 'Hugo', lastName: 'Weiss' });
  const business = { ...app, askers, services };
  await insertCurrentRecords(business, { maya, oscar, diego, priya });
  await insertPastRecords(business, { maya, oscar, diego, priya });
  await insertPlans(business, { maya, oscar, pia: askers.pia, hugo });
  await insertAreasAndMessages(business, { maya, oscar, ada: askers.ada });
  return business;
}

type People = Readonly<Record<'maya' | 'oscar' | 'diego' | 'priya', Person>>;

async function insertCurrentRecords(business: AssistantBusiness, people: People): Promise<void> {
  const { maya, oscar, diego, priya } = people;
  const db = business.store.kysely;
  await sql`update people set phone = '+1 555 0142' where id = ${oscar.id}`.execute(db);
  await sql`insert into holidays (date, name) values ('2026-03-09', 'Founders Day')`.execute(db);
  const civic = await makeVehicle(business, maya.id, { plate_number: '8ABC123' });
  const tacoma = await makeVehicle(business, maya.id, {
    make: 'Toyota',
    model: 'Tacoma',
    year: 2015,
    type: 'Truck',
    plate_number: '7XYZ987',
  });
  const urus = await makeVehicle(business, oscar.id, {
    make: 'Lamborghini',
    model: 'Urus',
    year: 2023,
    type: 'SUV',
    plate_number: 'OSCAR1',
  });
  const mayaDetails = { customer_id: maya.id, vehicle_id: civic, address: '12 Elm Street' };
  const oscarDetails = { customer_id: oscar.id, vehicle_id: urus, address: '99 Hidden Lane' };
  const makeVisit = (
    date: string,
    [start_time, end_time]: readonly [string, string],
    service: string,
    details: Partial<Insertable<AppointmentsTable>> & { price?: string },
  ) =>
    makeAppointment(business, {
      date,
      start_time,
      end_time,
      service_id: business.services.get(service) ?? 0,
      price: catalog.find(([name]) => name === service)?.[1] ?? '0.00',
      ...details,
    });

  const oilChange = await makeVisit('2026-02-10', ['10:00', '10:45'], 'Oil Change', {
    ...mayaDetails,
    status: 'completed',
    mechanic_id: diego.id,
    // The price at booking; the service costs more now.
    price: '75.00',
  });
  const tireRotation = await makeVisit('2026-02-24', ['14:00', '14:30'], 'Tire Rotation', {
    ...mayaDetails,
    vehicle_id: tacoma,
    status: 'completed',
    mechanic_id: priya.id,
  });
  await makeVisit('2026-03-04', ['08:00', '08:30'], 'Battery Replacement', {
    ...mayaDetails,
    status: 'cancelled',
  });
  await makeVisit('2026-03-05', ['13:00', '15:00'], 'Brake Pad Replacement', {
    ...mayaDetails,
    status: 'confirmed',
    mechanic_id: diego.id,
  });
  await makeVisit('2026-03-12', ['09:00', '09:45'], 'Oil Change', {
    ...mayaDetails,
    vehicle_id: tacoma,
    held_mechanic_id: diego.id,
  });
  const diagnostics = await makeVisit('2026-03-02', ['16:00', '17:00'], 'Engine Diagnostics', {
    ...oscarDetails,
    status: 'completed',
    mechanic_id: priya.id,
  });
  await makeVisit('2026-03-03', ['11:00', '12:00'], 'Engine Diagnostics', {
    ...oscarDetails,
    status: 'confirmed',
    mechanic_id: diego.id,
    notes: 'The gate code is 4711.',
  });
  await makeVisit('2026-03-03', ['08:00', '08:30'], 'Tire Rotation', {
    ...oscarDetails,
    status: 'in_progress',
    mechanic_id: priya.id,
  });
  await makeVisit('2026-03-06', ['08:00', '08:30'], 'Battery Replacement', {
    ...oscarDetails,
    status: 'unassigned',
  });
  await makeVisit('2026-03-03', ['15:00', '17:00'], 'Brake Pad Replacement', {
    ...oscarDetails,
    status: 'confirmed',
    mechanic_id: diego.id,
  });

  await sql`insert into payments
    (customer_id, appointment_id, amount, status, payment_method, transaction_id, created_at, paid_at)
    values
    (${maya.id}, ${oilChange}, 75, 'completed', 'card_terminal', 'T-1001',
      '2026-02-10T19:00Z', '2026-02-10T19:00Z'),
    (${maya.id}, ${tireRotation}, 49.5, 'pending', null, null, '2026-02-24T22:30Z', null),
    (${oscar.id}, ${diagnostics}, 120, 'completed', 'cash', 'T-1003',
      '2026-03-03T01:00Z', '2026-03-03T16:30Z'),
    (${oscar.id}, null, 60, 'failed', 'card_terminal', 'T-1004', '2026-02-20T18:00Z', null)
  `.execute(db);
}
