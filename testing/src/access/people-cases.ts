import { sql } from 'kysely';
import { makePerson } from '../builders.ts';
import { makeJob } from './appointment-cases.ts';
import type { AccessCase, Thing } from './walk.ts';
import { everyonesPassword, type World } from './world.ts';

/** Returns the owner, as the customer of a job. */
async function theOwner(world: World, turn: number): Promise<Thing> {
  const { mechanicId = '' } = await makeJob(world, turn);
  return { id: world.owner.id, mechanicId, isCustomer: true };
}

/** Returns the mechanic of the owner's appointment. */
async function theMechanic(world: World, turn: number): Promise<Thing> {
  await makeJob(world, turn);
  return { id: world.assigned.id, ownerId: world.owner.id };
}

/** Creates a person without any records. */
async function somebody(world: World): Promise<Thing> {
  return { id: (await makePerson(world, 'customer')).id, isCustomer: true };
}

/** Creates a person who lost their authenticator app. */
async function someoneWithSecondFactor(world: World): Promise<Thing> {
  const { id } = await makePerson(world, 'mechanic');
  await sql`insert into two_factors (id, user_id, secret, backup_codes)
    values (${id}, ${id}, 'lost', 'lost')`.execute(world.store.kysely);
  await sql`update users set two_factor_enabled = true where id = ${id}`.execute(
    world.store.kysely,
  );
  return { id };
}

/** Creates an admin who isn't a mechanic yet. */
async function anAdmin(world: World): Promise<Thing> {
  const { id } = await makePerson(world, 'admin');
  // Sorted first, since a list contains the first hundred.
  await sql`update users set last_name = 'Aaronson' where id = ${id}`.execute(world.store.kysely);
  return { id };
}

const someone = { call: 'getUser', row: 'users.read', missing: 'nobody-1' } as const;

/** Mechanics, customers and everyone else. */
export const peopleCases: readonly AccessCase[] = [
  { name: 'the session', call: 'getSessionUser', row: 'session.read' },
  {
    name: 'mechanics: list',
    call: 'listMechanics',
    row: 'mechanics.list',
    lists: true,
    make: theMechanic,
  },
  {
    name: 'mechanics: one',
    call: 'getMechanic',
    row: 'mechanics.read',
    make: theMechanic,
    missing: 'nobody-1',
  },
  {
    name: 'mechanics: status',
    call: 'changeMechanicStatus',
    row: 'mechanics.status',
    body: () => ({ status: 'available' }),
  },
  { name: 'users: list', call: 'listUsers', row: 'users.list', lists: true, make: theOwner },
  {
    name: 'users: list of staff',
    call: 'listUsers',
    row: 'users.list',
    lists: true,
    make: anAdmin,
  },
  {
    name: 'users: admins listed',
    call: 'listUsers',
    row: 'users.list',
    lists: true,
    make: anAdmin,
    query: 'role=admin',
  },
  { ...someone, name: 'users: a customer', make: theOwner },
  {
    ...someone,
    name: 'users: another admin',
    make: async ({ secondAdmin }) => ({ id: secondAdmin.id }),
  },
  {
    ...someone,
    name: 'users: the assigned mechanic',
    make: async ({ assigned }) => ({ id: assigned.id }),
  },
  {
    ...someone,
    name: 'users: the advisor',
    make: async ({ people }) => ({ id: people.advisor?.id ?? '' }),
  },
  {
    name: 'users: role',
    call: 'changeRole',
    row: 'users.role',
    make: somebody,
    missing: 'nobody-1',
    allowed: 200,
    body: (_, { id }) => ({ userId: id, role: 'service_advisor' }),
  },
  {
    name: 'people: standing',
    call: 'changeActivation',
    row: 'people',
    make: somebody,
    missing: 'nobody-1',
    allowed: 200,
    body: () => ({ active: false }),
  },
  {
    name: 'people: mechanic work',
    call: 'changeMechanicWork',
    row: 'people',
    make: anAdmin,
    missing: 'nobody-1',
    allowed: 200,
    body: () => ({ works: true }),
  },
  {
    name: 'people: second factor',
    call: 'removeSecondFactor',
    row: 'people',
    make: someoneWithSecondFactor,
    missing: 'nobody-1',
    allowed: 200,
    body: () => ({ password: everyonesPassword }),
  },
];
