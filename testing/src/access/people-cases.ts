import { sql } from 'kysely';
import { makeAppointment, makeMechanic, makePerson } from '../builders.ts';
import { makeJob } from './appointment-cases.ts';
import type { AccessCase, CaseObject } from './run-case.ts';
import { viewerPassword, type BusinessWithMarkers } from './business-with-markers.ts';

/** Creates a job, and returns its customer, the owner. */
async function makeCustomerWithJob(
  fixture: BusinessWithMarkers,
  viewerIndex: number,
): Promise<CaseObject> {
  const { mechanicId = '' } = await makeJob(fixture, viewerIndex);
  return { id: fixture.owner.id, mechanicId, isCustomer: true };
}

/** Creates a job for the owner, and returns its mechanic. */
async function makeMechanicJob(
  fixture: BusinessWithMarkers,
  viewerIndex: number,
): Promise<CaseObject> {
  await makeJob(fixture, viewerIndex);
  return { id: fixture.assignedMechanic.id, ownerId: fixture.owner.id };
}

/** Today's job for each mechanic that `makeSickMechanic` created, by mechanic id. */
const sickJobs = new Map<string, number>();

/** Creates a mechanic who is out sick today and has a job for the owner. */
async function makeSickMechanic(fixture: BusinessWithMarkers): Promise<CaseObject> {
  const { store, team, owner } = fixture;
  const { id } = await makeMechanic(fixture, { skills: [team.skill] });
  await sql`insert into time_off (mechanic_id, during, reason, sick)
    values (${id}, '[2026-03-03 09:00,2026-03-04)', 'Sick', true)`.execute(store.kysely);
  // The appointments made for previous viewers must not take up this time.
  await sql`update appointments set status = 'cancelled', held_mechanic_id = null
    where status <> 'completed' and customer_id = ${owner.id}`.execute(store.kysely);
  const jobId = await makeAppointment(fixture, {
    date: '2026-03-03',
    start_time: '15:00',
    end_time: '16:00',
    status: 'confirmed',
    customer_id: owner.id,
    mechanic_id: id,
    service_id: team.serviceId,
  });
  sickJobs.set(id, jobId);
  return { id };
}

/** Creates a customer without any records. */
async function makeCustomer(fixture: BusinessWithMarkers): Promise<CaseObject> {
  return { id: (await makePerson(fixture, 'customer')).id, isCustomer: true };
}

/** Creates a person who lost their authenticator app. */
async function makePersonWithSecondFactor(fixture: BusinessWithMarkers): Promise<CaseObject> {
  const { id } = await makePerson(fixture, 'mechanic');
  await sql`insert into two_factors (id, account_id, secret, backup_codes)
    values (${id}, ${id}, 'lost', 'lost')`.execute(fixture.store.kysely);
  await sql`update accounts set two_factor_enabled = true where id = ${id}`.execute(
    fixture.store.kysely,
  );
  return { id };
}

/** Creates an admin who isn't a mechanic yet. */
async function makeAdmin(fixture: BusinessWithMarkers): Promise<CaseObject> {
  const { id } = await makePerson(fixture, 'admin');
  // This name sorts first, since the response contains only the first hundred rows.
  await sql`update people set last_name = 'Aaronson' where id = ${id}`.execute(
    fixture.store.kysely,
  );
  return { id };
}

const readUserCase = {
  endpoint: 'getUser',
  permission: 'users.read',
  missingId: 'nobody-1',
} as const;

/** Mechanics, customers and everyone else. */
export const peopleCases: readonly AccessCase[] = [
  { name: 'the session', endpoint: 'getSessionUser', permission: 'session.read' },
  {
    name: 'mechanics: list',
    endpoint: 'listMechanics',
    permission: 'mechanics.list',
    isList: true,
    make: makeMechanicJob,
  },
  {
    name: 'mechanics: the assigned one',
    endpoint: 'getMechanic',
    permission: 'mechanics.read',
    make: makeMechanicJob,
    missingId: 'nobody-1',
  },
  {
    name: 'mechanics: status',
    endpoint: 'changeMechanicStatus',
    permission: 'mechanics.status',
    body: () => ({ status: 'available' }),
  },
  {
    name: 'mechanics: sick today',
    endpoint: 'reportSick',
    permission: 'mechanics.sick',
    make: makeMechanicJob,
    missingId: 'nobody-1',
    allowedStatus: 200,
  },
  {
    name: 'mechanics: back today',
    endpoint: 'withdrawSickReport',
    permission: 'mechanics.sick',
    make: makeMechanicJob,
    missingId: 'nobody-1',
    allowedStatus: 200,
  },
  {
    name: 'mechanics: jobs to cover',
    endpoint: 'getCoverageProposals',
    permission: 'appointments.dispatch',
    make: makeSickMechanic,
    missingId: 'nobody-1',
  },
  {
    name: 'mechanics: cover jobs',
    endpoint: 'coverJobs',
    permission: 'appointments.dispatch',
    make: makeSickMechanic,
    missingId: 'nobody-1',
    allowedStatus: 204,
    body: ({ spareMechanic }, { id }) => ({
      jobs: [
        {
          appointmentId: sickJobs.get(String(id)) ?? 1,
          mechanicId: spareMechanic.id,
          startTime: '15:00',
        },
      ],
    }),
  },
  {
    name: 'users: list',
    endpoint: 'listUsers',
    permission: 'users.list',
    isList: true,
    make: makeCustomerWithJob,
  },
  {
    name: 'users: list contains an admin',
    endpoint: 'listUsers',
    permission: 'users.list',
    isList: true,
    make: makeAdmin,
  },
  {
    name: 'users: list filtered by role',
    endpoint: 'listUsers',
    permission: 'users.list',
    isList: true,
    make: makeAdmin,
    query: 'role=admin',
  },
  { ...readUserCase, name: 'users: a customer', make: makeCustomerWithJob },
  {
    ...readUserCase,
    name: 'users: another admin',
    make: async ({ secondAdmin }) => ({ id: secondAdmin.id }),
  },
  {
    ...readUserCase,
    name: 'users: the assigned mechanic',
    make: async ({ assignedMechanic }) => ({ id: assignedMechanic.id }),
  },
  {
    ...readUserCase,
    name: 'users: the advisor',
    make: async ({ people }) => ({ id: people.advisor?.id ?? '' }),
  },
  {
    name: 'users: role',
    endpoint: 'changeRole',
    permission: 'users.role',
    make: makeCustomer,
    missingId: 'nobody-1',
    allowedStatus: 200,
    body: (_, { id }) => ({ userId: id, role: 'service_advisor' }),
  },
  {
    name: 'people: activation',
    endpoint: 'changeActivation',
    permission: 'people',
    make: makeCustomer,
    missingId: 'nobody-1',
    allowedStatus: 200,
    body: () => ({ active: false }),
  },
  {
    name: 'people: also works as a mechanic',
    endpoint: 'setWorksAsMechanic',
    permission: 'people',
    make: makeAdmin,
    missingId: 'nobody-1',
    allowedStatus: 200,
    body: () => ({ works: true }),
  },
  {
    name: 'people: second factor',
    endpoint: 'removeSecondFactor',
    permission: 'people',
    make: makePersonWithSecondFactor,
    missingId: 'nobody-1',
    allowedStatus: 200,
    body: () => ({ password: viewerPassword }),
  },
];
