import { sql } from 'kysely';
import { makePlan, makeService, makeServiceArea } from '../builders.ts';
import { send } from '../requests.ts';
import type { AccessCase, CaseObject } from './run-case.ts';
import { viewerNames, type BusinessWithMarkers } from './business-with-markers.ts';

async function makePlanObject(fixture: BusinessWithMarkers): Promise<CaseObject> {
  const serviceId = await makeService(fixture);
  return { id: await makePlan(fixture, {}, [{ serviceId, uses: 2 }]) };
}

/** Creates a plan and ends all subscriptions, so that the viewer can join it. */
async function makePlanToJoin(
  fixture: BusinessWithMarkers,
  viewerIndex: number,
): Promise<CaseObject> {
  await endSubscriptions(fixture);
  const { id } = await makePlanObject(fixture);
  const viewer = fixture.people[viewerNames[viewerIndex] ?? 'nobody'];
  return { id, ...(viewer && { ownerId: viewer.id }) };
}

/** Creates a subscription for the owner. */
async function makeOwnerSubscription(fixture: BusinessWithMarkers): Promise<CaseObject> {
  await endSubscriptions(fixture);
  const { id: planId } = await makePlanObject(fixture);
  const joined = await send(fixture, fixture.owner, 'POST', '/api/subscriptions', {
    planId,
    version: 1,
  });
  // Joining a plan counts against a rate limit.
  await sql`delete from rate_limits`.execute(fixture.store.kysely);
  return { id: joined.json<{ id: number }>().id, ownerId: fixture.owner.id };
}

async function endSubscriptions({ store }: BusinessWithMarkers): Promise<void> {
  await sql`update subscriptions set ended_at = now() where ended_at is null`.execute(store.kysely);
}

async function makeArea(fixture: BusinessWithMarkers): Promise<CaseObject> {
  return { id: await makeServiceArea(fixture, []) };
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
  tripFee: '15.00',
};
const planCase = { permission: 'plans.write', make: makePlanObject, missingId: 999_999 } as const;
const areaCase = { permission: 'areas.write', make: makeArea, missingId: 999_999 } as const;

/** Plans, subscriptions and service areas. */
export const planCases: readonly AccessCase[] = [
  {
    name: 'plans: list',
    endpoint: 'listPlans',
    permission: 'plans.read',
    isList: true,
    make: makePlanObject,
  },
  {
    name: 'plans: create',
    endpoint: 'createPlan',
    permission: 'plans.write',
    body: ({ team }) => ({ ...planForm, services: [{ serviceId: team.serviceId, uses: 1 }] }),
  },
  {
    ...planCase,
    name: 'plans: change',
    endpoint: 'changePlan',
    body: ({ team }) => ({ ...planForm, services: [{ serviceId: team.serviceId, uses: 3 }] }),
  },
  { ...planCase, name: 'plans: archive', endpoint: 'archivePlan' },
  {
    name: "subscriptions: a customer's",
    endpoint: 'listSubscriptions',
    permission: 'subscriptions.read',
    isList: true,
    make: makeOwnerSubscription,
    query: 'customerId=owner-1',
  },
  {
    name: 'subscriptions: join',
    endpoint: 'joinPlan',
    permission: 'subscriptions.write',
    make: makePlanToJoin,
    body: (_, { id }) => ({ planId: id, version: 1 }),
  },
  {
    name: 'subscriptions: leave',
    endpoint: 'changeSubscription',
    permission: 'subscriptions.write',
    make: makeOwnerSubscription,
    missingId: 999_999,
    body: () => ({ renews: false }),
    allowedStatus: 204,
  },
  {
    name: 'service areas: list',
    endpoint: 'listServiceAreas',
    permission: 'areas.read',
    isList: true,
    make: makeArea,
  },
  {
    name: 'service areas: find by ZIP code',
    endpoint: 'findServiceArea',
    permission: 'areas.read',
    query: 'zip=94103',
  },
  {
    name: 'places: suggestions',
    endpoint: 'suggestPlaces',
    permission: 'places.read',
    make: async ({ owner }) => ({ id: owner.id }),
    query: 'q=Austin&customerId=',
  },
  {
    name: 'places: an address',
    endpoint: 'locateAddress',
    permission: 'places.read',
    make: async ({ owner }) => ({ id: owner.id }),
    query: 'q=Austin,%20TX',
  },
  {
    name: 'places: near a point',
    endpoint: 'reverseGeocode',
    permission: 'places.read',
    query: 'lat=30.27&lng=-97.74',
  },
  { name: 'maps: the base map', endpoint: 'getBaseMap', permission: 'map.read' },
  {
    name: 'service areas: create',
    endpoint: 'createServiceArea',
    permission: 'areas.write',
    body: () => areaForm,
  },
  {
    ...areaCase,
    name: 'service areas: change',
    endpoint: 'changeServiceArea',
    body: () => areaForm,
  },
  { ...areaCase, name: 'service areas: delete', endpoint: 'deleteServiceArea' },
];
