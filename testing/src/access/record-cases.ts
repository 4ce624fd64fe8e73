import { readBusiness } from '@curbwrench/server/application/business-queries';
import { readSiteContent } from '@curbwrench/server/site/site-queries';
import { makeAppointment, makeService, makeVehicle } from '../builders.ts';
import { testBusiness } from '../start-app.ts';
import type { AccessCase, CaseObject } from './run-case.ts';
import { startTimeFor } from './start-time.ts';
import type { BusinessWithMarkers } from './business-with-markers.ts';

async function makeServiceObject(fixture: BusinessWithMarkers): Promise<CaseObject> {
  return { id: await makeService(fixture) };
}

/** Creates a vehicle for the owner that the assigned mechanic has worked on. */
async function makeServicedVehicle(
  fixture: BusinessWithMarkers,
  viewerIndex: number,
): Promise<CaseObject> {
  const { id } = await makeCompletedJob(fixture, viewerIndex);
  return { id, ownerId: fixture.owner.id, mechanicId: fixture.assignedMechanic.id };
}

/** Inserts a completed job by the assigned mechanic for the owner. Returns the vehicle's `id` and the `jobId`. */
export async function makeCompletedJob(
  fixture: BusinessWithMarkers,
  viewerIndex: number,
): Promise<{ id: number; jobId: number }> {
  const id = await makeVehicle(fixture, fixture.owner.id);
  const jobId = await makeAppointment(fixture, {
    date: '2026-03-02',
    status: 'completed',
    start_time: startTimeFor(viewerIndex),
    end_time: startTimeFor(viewerIndex + 1),
    customer_id: fixture.owner.id,
    mechanic_id: fixture.assignedMechanic.id,
    vehicle_id: id,
    service_id: fixture.team.serviceId,
  });
  return { id, jobId };
}

const serviceCase = {
  permission: 'services.write',
  make: makeServiceObject,
  missingId: 999_999,
} as const;
const vehicleCase = {
  permission: 'vehicles.write',
  make: makeServicedVehicle,
  missingId: 999_999,
} as const;

/** Services, vehicles, the admin stats and the business settings. */
export const recordCases: readonly AccessCase[] = [
  { name: 'the business', endpoint: 'getBusiness', permission: 'public' },
  {
    name: 'services: list',
    endpoint: 'listServices',
    permission: 'services.read',
    isList: true,
    make: makeServiceObject,
  },
  { ...serviceCase, name: 'services: one', endpoint: 'getService', permission: 'services.read' },
  {
    name: 'services: create',
    endpoint: 'createService',
    permission: 'services.write',
    body: () => ({ name: 'Brakes', description: 'Pads and rotors.', price: 200, duration: 120 }),
  },
  {
    name: 'services: create several',
    endpoint: 'createServices',
    permission: 'services.write',
    body: () => ({
      services: [{ name: 'Brakes', description: 'Pads and rotors.', price: 200, duration: 120 }],
    }),
  },
  {
    ...serviceCase,
    name: 'services: change',
    endpoint: 'changeService',
    body: () => ({ price: '12.50' }),
  },
  { ...serviceCase, name: 'services: delete', endpoint: 'deleteService' },
  {
    ...vehicleCase,
    name: 'vehicles: history',
    endpoint: 'listVehicleVisits',
    permission: 'vehicles.read',
  },
  {
    name: 'vehicles: list',
    endpoint: 'listVehicles',
    permission: 'vehicles.read',
    isList: true,
    make: makeServicedVehicle,
  },
  {
    name: "vehicles: a customer's",
    endpoint: 'listVehicles',
    permission: 'vehicles.read',
    isList: true,
    make: makeServicedVehicle,
    query: 'customerId=owner-1',
  },
  { ...vehicleCase, name: 'vehicles: one', endpoint: 'getVehicle', permission: 'vehicles.read' },
  {
    name: 'vehicles: create',
    endpoint: 'createVehicle',
    permission: 'vehicles.write',
    body: ({ owner }, { viewer }) => ({
      make: 'Fiat',
      model: 'Panda',
      year: 2012,
      ...((viewer === 'advisor' || viewer === 'admin') && { customerId: owner.id }),
    }),
  },
  {
    ...vehicleCase,
    name: 'vehicles: change',
    endpoint: 'changeVehicle',
    body: () => ({ model: 'Uno' }),
  },
  { ...vehicleCase, name: 'vehicles: delete', endpoint: 'deleteVehicle' },
  { name: 'admin stats', endpoint: 'getStats', permission: 'stats.read' },
  {
    name: 'business settings: read',
    endpoint: 'getBusinessSettings',
    permission: 'business.settings',
  },
  {
    name: 'business settings: save',
    endpoint: 'saveBusinessSettings',
    permission: 'business.settings',
    make: async ({ store }) => ({ id: (await readBusiness(store.kysely))?.version ?? 0 }),
    body: (_, { id: version }) => ({ ...testBusiness, version }),
  },
  {
    name: 'business settings: logo',
    endpoint: 'saveLogo',
    permission: 'business.settings',
    body: () => ({ logo: null }),
  },
  { name: 'site: the landing page', endpoint: 'getLandingPage', permission: 'public' },
  {
    name: 'site: a text',
    endpoint: 'getSitePage',
    permission: 'public',
    make: async () => ({ id: 'privacy' }),
    missingId: 'no-such-page',
  },
  { name: 'site wording: read', endpoint: 'getSiteWording', permission: 'business.settings' },
  {
    name: 'site wording: save',
    endpoint: 'saveSiteWording',
    permission: 'business.settings',
    make: async ({ store }) => ({ id: (await readSiteContent(store.kysely)).wordingVersion }),
    body: (_, { id: version }) => ({
      version,
      questions: '',
      privacy: 'We store your name.',
      terms: '',
    }),
  },
  { name: 'setup checklist: read', endpoint: 'getSetupChecklist', permission: 'business.settings' },
  {
    name: 'setup checklist: change',
    endpoint: 'changeSetupChecklist',
    permission: 'business.settings',
    body: () => ({ isShown: true }),
  },
];
