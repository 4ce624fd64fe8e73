import { sql } from 'kysely';
import { makePlan, makeService, makeServiceArea } from '../builders.ts';
import { send } from '../requests.ts';
import type { AccessCase, CaseObject } from './run-case.ts';
import { viewerNames, type MarkedBusiness } from './marked-business.ts';

async function makePlanObject(world: MarkedBusiness): Promise<CaseObject> {
  const serviceId = await makeService(world);
  return { id: await makePlan(world, {}, [{ serviceId, uses: 2 }]) };
}

/** Creates a plan and ends all subscriptions, so that the turn's viewer can join it. */
async function makePlanToJoin(world: MarkedBusiness, turn: number): Promise<CaseObject> {
  await endSubscriptions(world);
  const { id } = await makePlanObject(world);
  const viewer = world.people[viewerNames[turn] ?? 'nobody'];
  return { id, ...(viewer && { ownerId: viewer.id }) };
}

/** Creates a subscription of the owner. */
async function makeOwnersSubscription(world: MarkedBusiness): Promise<CaseObject> {
  await endSubscriptions(world);
  const { id: planId } = await makePlanObject(world);
  const joined = await send(world, world.owner, 'POST', '/api/subscriptions', {
    planId,
    version: 1,
  });
  // Joining counts against a rate limit.
  await sql`delete from rate_limits`.execute(world.store.kysely);
  return { id: joined.json<{ id: number }>().id, ownerId: world.owner.id };
}

async function endSubscriptions({ store }: MarkedBusiness): Promise<void> {
  await sql`update subscriptions set ended_at = now() where ended_at is null`.execute(store.kysely);
}

async function makeArea(world: MarkedBusiness): Promise<CaseObject> {
  return { id: await makeServiceArea(world, []) };
}

const planForm = {
  name: 'Care',
  description: 'Oil changes and a check.',
  price: '29.00',
  interval: 'month',
  discountPercent: 15,
};
const areaForm = {
  name: 'North side',
  zips: [],
  circle: { lat: 37.8, lng: -122.4, radiusMiles: 5 },
  days: ['mon', 'wed'],
  callOutFee: '15.00',
};
const planCase = { row: 'plans.write', make: makePlanObject, missing: 999_999 } as const;
const areaCase = { row: 'areas.write', make: makeArea, missing: 999_999 } as const;

/** Plans, subscriptions and service areas. */
export const planCases: readonly AccessCase[] = [
  { name: 'plans: list', call: 'listPlans', row: 'plans.read', lists: true, make: makePlanObject },
  {
    name: 'plans: create',
    call: 'createPlan',
    row: 'plans.write',
    body: ({ crew }) => ({ ...planForm, services: [{ serviceId: crew.serviceId, uses: 1 }] }),
  },
  {
    ...planCase,
    name: 'plans: change',
    call: 'changePlan',
    body: ({ crew }) => ({ ...planForm, services: [{ serviceId: crew.serviceId, uses: 3 }] }),
  },
  { ...planCase, name: 'plans: archive', call: 'archivePlan' },
  {
    name: "subscriptions: a customer's",
    call: 'listSubscriptions',
    row: 'subscriptions.read',
    lists: true,
    make: makeOwnersSubscription,
    query: 'customerId=owner-1',
  },
  {
    name: 'subscriptions: join',
    call: 'joinPlan',
    row: 'subscriptions.write',
    make: makePlanToJoin,
    body: (_, { id }) => ({ planId: id, version: 1 }),
  },
  {
    name: 'subscriptions: leave',
    call: 'changeSubscription',
    row: 'subscriptions.write',
    make: makeOwnersSubscription,
    missing: 999_999,
    body: () => ({ renews: false }),
    allowed: 204,
  },
  {
    name: 'service areas: list',
    call: 'listServiceAreas',
    row: 'areas.read',
    lists: true,
    make: makeArea,
  },
  {
    name: 'service areas: do you come to me?',
    call: 'findServiceArea',
    row: 'areas.read',
    query: 'zip=94103',
  },
  {
    name: 'service areas: create',
    call: 'createServiceArea',
    row: 'areas.write',
    body: () => areaForm,
  },
  { ...areaCase, name: 'service areas: change', call: 'changeServiceArea', body: () => areaForm },
  { ...areaCase, name: 'service areas: delete', call: 'deleteServiceArea' },
];
