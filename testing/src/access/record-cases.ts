import { makeAppointment, makeService, makeVehicle } from '../builders.ts';
import type { AccessCase, CaseObject } from './run-case.ts';
import type { MarkedBusiness } from './marked-business.ts';

async function makeServiceObject(world: MarkedBusiness): Promise<CaseObject> {
  return { id: await makeService(world) };
}

const hour = (turn: number) => `${String(8 + turn).padStart(2, '0')}:00`;

/** Creates a vehicle of the owner that the assigned mechanic has worked on. */
async function makeServicedVehicle(world: MarkedBusiness, turn: number): Promise<CaseObject> {
  const { id } = await makeFinishedJob(world, turn);
  return { id, ownerId: world.owner.id, mechanicId: world.assigned.id };
}

/** Inserts a finished job of the assigned mechanic for the owner, and returns its vehicle too. */
export async function makeFinishedJob(
  world: MarkedBusiness,
  turn: number,
): Promise<{ id: number; jobId: number }> {
  const id = await makeVehicle(world, world.owner.id);
  const jobId = await makeAppointment(world, {
    date: '2026-03-02',
    status: 'completed',
    start_time: hour(turn),
    end_time: hour(turn + 1),
    customer_id: world.owner.id,
    mechanic_id: world.assigned.id,
    vehicle_id: id,
    service_id: world.crew.serviceId,
  });
  return { id, jobId };
}

const serviceCase = { row: 'services.write', make: makeServiceObject, missing: 999_999 } as const;
const vehicleCase = { row: 'vehicles.write', make: makeServicedVehicle, missing: 999_999 } as const;

/** Services, vehicles and payments. */
export const recordCases: readonly AccessCase[] = [
  { name: 'the business', call: 'getBusiness', row: 'public' },
  {
    name: 'services: list',
    call: 'listServices',
    row: 'services.read',
    lists: true,
    make: makeServiceObject,
  },
  { ...serviceCase, name: 'services: one', call: 'getService', row: 'services.read' },
  {
    name: 'services: create',
    call: 'createService',
    row: 'services.write',
    body: () => ({ name: 'Brakes', description: 'Pads and discs.', price: 200, duration: 120 }),
  },
  {
    ...serviceCase,
    name: 'services: change',
    call: 'changeService',
    body: () => ({ price: '12.50' }),
  },
  { ...serviceCase, name: 'services: delete', call: 'deleteService' },
  {
    name: 'vehicles: list',
    call: 'listVehicles',
    row: 'vehicles.read',
    lists: true,
    make: makeServicedVehicle,
  },
  {
    name: "vehicles: a customer's",
    call: 'listVehicles',
    row: 'vehicles.read',
    lists: true,
    make: makeServicedVehicle,
    query: 'customerId=owner-1',
  },
  { ...vehicleCase, name: 'vehicles: one', call: 'getVehicle', row: 'vehicles.read' },
  {
    name: 'vehicles: create',
    call: 'createVehicle',
    row: 'vehicles.write',
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
    call: 'changeVehicle',
    body: () => ({ model: 'Uno' }),
  },
  { ...vehicleCase, name: 'vehicles: delete', call: 'deleteVehicle' },
  { name: 'admin stats', call: 'getStats', row: 'stats.read' },
];
