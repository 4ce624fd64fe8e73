import type { Caller } from '@curbwrench/contract/api/access';
import { sql } from 'kysely';
import {
  makeAppointment,
  makeTeam,
  makePerson,
  makeVehicle,
  openSession,
  type Team,
  type Person,
} from '../builders.ts';
import { hashTestPassword } from '../passwords.ts';
import { stopAttentionAlerts } from '../database-contents.ts';
import { startApp, type TestApp, type TestAppOptions } from '../start-app.ts';

/** Every kind of viewer that the access table distinguishes. */
export const viewerNames = [
  'nobody',
  'expired',
  'deactivated',
  'owner',
  'other customer',
  'assigned mechanic',
  'other mechanic',
  'advisor',
  'admin',
] as const;
export type ViewerName = (typeof viewerNames)[number];

/** The column of the access table for each kind of viewer. */
export const columnByViewer: Record<ViewerName, Caller> = {
  nobody: 'visitor',
  expired: 'visitor',
  deactivated: 'visitor',
  owner: 'customer',
  'other customer': 'customer',
  'assigned mechanic': 'mechanic',
  'other mechanic': 'mechanic',
  advisor: 'service_advisor',
  admin: 'admin',
};

/** A business in which each record contains unique text, its marker, so that tests can detect leaks. */
export interface BusinessWithMarkers extends TestApp {
  readonly people: Readonly<Record<ViewerName, Person | null>>;
  readonly owner: Person;
  /** The mechanic who does the owner's jobs. */
  readonly assignedMechanic: Person;
  /** A mechanic without jobs, who can always be assigned. */
  readonly spareMechanic: Person;
  readonly secondAdmin: Person;
  readonly team: Team;
  /** The markers, each with the viewers who may see it. */
  readonly markers: readonly Marker[];
}

/** Text that is stored in only one place, and the viewers who may see it in a response. */
export interface Marker {
  readonly text: string;
  readonly visibleTo: readonly ViewerName[];
}

const office = ['advisor', 'admin'] as const;

/** The password of every viewer. */
export const viewerPassword = 'a rubber mallet in the rain';

/** A mechanic's reason for declining a job, which only that mechanic and the office may see. */
export const declineReason = 'My reason for declining this job.';

/** The settings that make text messages available; no case sends one. */
const twilio: NonNullable<TestAppOptions['twilio']> = {
  apiUrl: 'http://127.0.0.1:9',
  accountSid: `AC${'0'.repeat(32)}`,
  apiKey: `SK${'0'.repeat(32)}`,
  apiSecret: 'secret',
  authToken: 'token',
  messagingServiceSid: `MG${'0'.repeat(32)}`,
};

/** Starts an app that listens for requests, with a business whose people and records have markers. */
export async function makeBusinessWithMarkers(
  options: TestAppOptions = {},
): Promise<BusinessWithMarkers> {
  const app = await startApp({ listen: true, twilio, ...options });
  await stopAttentionAlerts(app.store);
  const team = await makeTeam(app, 3);
  const [assignedMechanic, otherMechanic, spareMechanic] = team.mechanics;
  if (!otherMechanic || !spareMechanic) throw new Error('The team is too small.');
  const owner = await makePerson(app, 'customer', { id: 'owner-1' });
  const secondAdmin = await makePerson(app, 'admin', { id: 'second-admin-1' });
  const deactivated = await makePerson(app, 'admin', { id: 'deactivated-1' });
  const people: Record<ViewerName, Person | null> = {
    nobody: null,
    // An admin whose session has expired.
    expired: {
      ...secondAdmin,
      headers: await openSession(app, secondAdmin.id, new Date(Date.now() - 1000)),
    },
    deactivated,
    owner,
    'other customer': await makePerson(app, 'customer', { id: 'stranger-1' }),
    'assigned mechanic': assignedMechanic,
    'other mechanic': otherMechanic,
    advisor: await makePerson(app, 'service_advisor', { id: 'advisor-1' }),
    admin: await makePerson(app, 'admin', { id: 'admin-1' }),
  };
  await sql`update accounts set active = false where id = ${deactivated.id}`.execute(
    app.store.kysely,
  );
  const fixture = { ...app, people, owner, assignedMechanic, spareMechanic, secondAdmin, team };
  return { ...fixture, markers: await insertMarkers(fixture) };
}

/** Writes unique text into every personal column. */
async function insertMarkers(fixture: Omit<BusinessWithMarkers, 'markers'>): Promise<Marker[]> {
  const { people, secondAdmin, spareMechanic } = fixture;
  const getId = (name: ViewerName) => people[name]?.id ?? '';
  const passwordHash = await hashTestPassword(viewerPassword);
  const markers: Marker[] = [{ text: passwordHash, visibleTo: [] }];
  for (const [id, nameVisibleTo, emailVisibleTo, phoneVisibleTo] of [
    [
      getId('owner'),
      ['owner', 'assigned mechanic', ...office],
      ['owner', ...office],
      ['owner', 'assigned mechanic', ...office],
    ],
    [
      getId('other customer'),
      ['other customer', ...office],
      ['other customer', ...office],
      ['other customer', ...office],
    ],
    [
      getId('assigned mechanic'),
      ['owner', 'assigned mechanic', ...office],
      ['owner', 'assigned mechanic', ...office],
      ['assigned mechanic', 'admin'],
    ],
    [
      getId('other mechanic'),
      ['other mechanic', ...office],
      ['other mechanic', ...office],
      ['other mechanic', 'admin'],
    ],
    [spareMechanic.id, ['owner', ...office], ['owner', ...office], ['admin']],
    [getId('advisor'), ['advisor', 'admin'], ['advisor', 'admin'], ['advisor', 'admin']],
    [getId('admin'), ['admin'], ['admin'], ['admin']],
    [secondAdmin.id, ['admin'], ['admin'], ['admin']],
    [getId('deactivated'), ['admin'], ['admin'], ['admin']],
  ] as const satisfies readonly (readonly [string, ...(readonly ViewerName[])[]])[]) {
    const key = `${id.replaceAll('-', '')}mark`;
    markers.push(
      { text: `Last${key}`, visibleTo: nameVisibleTo },
      { text: `${key}@mail.example`, visibleTo: emailVisibleTo },
      { text: `+1 ${key}`, visibleTo: phoneVisibleTo },
      { text: `device-${key}`, visibleTo: viewerNames.filter((viewer) => getId(viewer) === id) },
      { text: `verification-${key}`, visibleTo: [] },
    );
    await addMarkersToPerson(fixture, id, key, passwordHash);
  }
  const tokens = await sql<{ token: string }>`select token from sessions`.execute(
    fixture.store.kysely,
  );
  return [
    ...markers,
    ...tokens.rows.map(({ token }) => ({ text: token, visibleTo: [] })),
    ...(await addMarkersToRecords(fixture)),
  ];
}

async function addMarkersToPerson(
  { store }: TestApp,
  id: string,
  key: string,
  passwordHash: string,
): Promise<void> {
  const db = store.kysely;
  await sql`update people set last_name = ${`Last${key}`}, email = ${`${key}@mail.example`},
    phone = ${`+1 ${key}`}, name = ${`Name ${key}`} where id = ${id}`.execute(db);
  await sql`update accounts set email = ${`${key}@mail.example`} where id = ${id}`.execute(db);
  await sql`update sessions set user_agent = ${`device-${key}`} where account_id = ${id}`.execute(
    db,
  );
  await sql`insert into credentials (id, subject, provider_id, account_id, password, created_at, updated_at)
    values (${`account-${key}`}, ${id}, 'credential', ${id}, ${passwordHash}, now(), now())`.execute(
    db,
  );
  await sql`insert into verifications (id, identifier, value, expires_at, created_at, updated_at)
    values (${`v-${key}`}, ${id}, ${`verification-${key}`}, now() + interval '1 day', now(), now())`.execute(
    db,
  );
}

/** Inserts an appointment, a vehicle and a payment for each customer, and a mechanic's current and past positions. */
async function addMarkersToRecords(
  fixture: Omit<BusinessWithMarkers, 'markers'>,
): Promise<Marker[]> {
  const { people, assignedMechanic, team } = fixture;
  const markers: Marker[] = [];
  for (const [name, mechanicId, visibleTo] of [
    ['owner', assignedMechanic.id, ['owner', 'assigned mechanic', ...office]],
    ['other customer', null, ['other customer', ...office]],
  ] as const) {
    const customerId = people[name]?.id ?? '';
    const key = `${customerId.replaceAll('-', '')}record`;
    const vehicleId = await makeVehicle(fixture, customerId, {
      make: `make-${key}`,
      plate_number: `P-${key}`,
      vin: `V-${key}`,
    });
    const appointmentId = await makeAppointment(fixture, {
      // In the past, so that no case conflicts with it.
      date: '2026-02-26',
      ...(mechanicId === null
        ? { status: 'pending' }
        : { status: 'completed', mechanic_id: mechanicId }),
      customer_id: customerId,
      vehicle_id: vehicleId,
      service_id: team.serviceId,
      address: `${key} Lane`,
      notes: `notes-${key}`,
    });
    await sql`insert into payments
      (customer_id, appointment_id, amount, status, payment_method, transaction_id, created_at)
      values (${customerId}, ${appointmentId}, 89, 'pending', 'card', ${`T-${key}`}, now())
    `.execute(fixture.store.kysely);
    for (const text of ['make-', 'P-', 'V-', 'notes-', 'T-']) {
      markers.push({ text: `${text}${key}`, visibleTo });
    }
    markers.push({ text: `${key} Lane`, visibleTo });
  }
  await sql`update mechanics set latitude = 37.123456, longitude = -122.123456, position_at = now()
    where person_id = ${assignedMechanic.id}`.execute(fixture.store.kysely);
  await fixture.store.kysely
    .insertInto('mechanic_positions')
    .values({
      mechanic_id: assignedMechanic.id,
      at: new Date(),
      latitude: 37.234567,
      longitude: -122.123456,
    })
    .execute();
  markers.push({ text: declineReason, visibleTo: ['other mechanic', ...office] });
  return [
    ...markers,
    { text: '37.123456', visibleTo: ['assigned mechanic', ...office] },
    // No endpoint reads past positions.
    { text: '37.234567', visibleTo: [] },
  ];
}
