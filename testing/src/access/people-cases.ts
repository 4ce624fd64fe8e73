import { sql } from 'kysely';
import { makePerson } from '../builders.ts';
import { makeJob } from './appointment-cases.ts';
import type { AccessCase, CaseObject } from './run-case.ts';
import { everyonesPassword, type MarkedBusiness } from './marked-business.ts';

/** Creates a job, and returns its customer, the owner. */
async function makeOwnersJob(world: MarkedBusiness, turn: number): Promise<CaseObject> {
  const { mechanicId = '' } = await makeJob(world, turn);
  return { id: world.owner.id, mechanicId, isCustomer: true };
}

/** Creates a job of the owner, and returns its mechanic. */
async function makeMechanicsJob(world: MarkedBusiness, turn: number): Promise<CaseObject> {
  await makeJob(world, turn);
  return { id: world.assigned.id, ownerId: world.owner.id };
}

/** Creates a person without any records. */
async function makeCustomer(world: MarkedBusiness): Promise<CaseObject> {
  return { id: (await makePerson(world, 'customer')).id, isCustomer: true };
}

/** Creates a person who lost their authenticator app. */
async function makePersonWithSecondFactor(world: MarkedBusiness): Promise<CaseObject> {
  const { id } = await makePerson(world, 'mechanic');
  await sql`insert into two_factors (id, user_id, secret, backup_codes)
    values (${id}, ${id}, 'lost', 'lost')`.execute(world.store.kysely);
  await sql`update users set two_factor_enabled = true where id = ${id}`.execute(
    world.store.kysely,
  );
  return { id };
}

/** Creates an admin who isn't a mechanic yet. */
async function makeAdmin(world: MarkedBusiness): Promise<CaseObject> {
  const { id } = await makePerson(world, 'admin');
  // Sorted first, since a list contains the first hundred.
  await sql`update users set last_name = 'Aaronson' where id = ${id}`.execute(world.store.kysely);
  return { id };
}

const readUserCase = { call: 'getUser', row: 'users.read', missing: 'nobody-1' } as const;

/** Mechanics, customers and everyone else. */
export const peopleCases: readonly AccessCase[] = [
  { name: 'the session', call: 'getSessionUser', row: 'session.read' },
  {
    name: 'mechanics: list',
    call: 'listMechanics',
    row: 'mechanics.list',
    lists: true,
    make: makeMechanicsJob,
  },
  {
    name: 'mechanics: one',
    call: 'getMechanic',
    row: 'mechanics.read',
    make: makeMechanicsJob,
    missing: 'nobody-1',
  },
  {
    name: 'mechanics: status',
    call: 'changeMechanicStatus',
    row: 'mechanics.status',
    body: () => ({ status: 'available' }),
  },
  { name: 'users: list', call: 'listUsers', row: 'users.list', lists: true, make: makeOwnersJob },
  {
    name: 'users: list of staff',
    call: 'listUsers',
    row: 'users.list',
    lists: true,
    make: makeAdmin,
  },
  {
    name: 'users: admins listed',
    call: 'listUsers',
    row: 'users.list',
    lists: true,
    make: makeAdmin,
    query: 'role=admin',
  },
  { ...readUserCase, name: 'users: a customer', make: makeOwnersJob },
  {
    ...readUserCase,
    name: 'users: another admin',
    make: async ({ secondAdmin }) => ({ id: secondAdmin.id }),
  },
  {
    ...readUserCase,
    name: 'users: the assigned mechanic',
    make: async ({ assigned }) => ({ id: assigned.id }),
  },
  {
    ...readUserCase,
    name: 'users: the advisor',
    make: async ({ people }) => ({ id: people.advisor?.id ?? '' }),
  },
  {
    name: 'users: role',
    call: 'changeRole',
    row: 'users.role',
    make: makeCustomer,
    missing: 'nobody-1',
    allowed: 200,
    body: (_, { id }) => ({ userId: id, role: 'service_advisor' }),
  },
  {
    name: 'people: activation',
    call: 'changeActivation',
    row: 'people',
    make: makeCustomer,
    missing: 'nobody-1',
    allowed: 200,
    body: () => ({ active: false }),
  },
  {
    name: 'people: mechanic work',
    call: 'changeMechanicWork',
    row: 'people',
    make: makeAdmin,
    missing: 'nobody-1',
    allowed: 200,
    body: () => ({ works: true }),
  },
  {
    name: 'people: second factor',
    call: 'removeSecondFactor',
    row: 'people',
    make: makePersonWithSecondFactor,
    missing: 'nobody-1',
    allowed: 200,
    body: () => ({ password: everyonesPassword }),
  },
];
