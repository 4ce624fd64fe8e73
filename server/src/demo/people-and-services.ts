import type { Position } from '@curbwrench/contract/people/schemas';
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { demoAccountIds } from './demo-accounts.ts';
import { reserveIds, loadRows, type RowOf } from './load-rows.ts';
import { createPeople } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { serviceCatalog } from './service-catalog.ts';
import { createVehicle } from './vehicle-catalog.ts';

interface PeopleAndServicesOptions {
  readonly now: Date;
  readonly today: string;
  readonly cityCenter: Position;
  readonly seed: string;
  readonly customerCount: number;
  readonly mechanicCount: number;
  /** Everyone joined within this many days before now. */
  readonly joinedWithinDays: number;
}

/** Inserts everything that appointments refer to: people, working hours, services and vehicles. */
export async function loadPeopleAndServices(
  trx: Transaction<Database>,
  options: PeopleAndServicesOptions,
): Promise<void> {
  const people = createPeople(options);
  await loadRows(trx, 'people', people.people);
  await loadRows(trx, 'accounts', people.accounts);
  await loadRows(trx, 'mechanics', people.mechanics);
  await loadRows(trx, 'working_hours', people.workingHours);
  await loadRows(trx, 'working_day_exceptions', people.exceptions);
  await loadRows(trx, 'time_off', people.timeOff);

  const openedAt = new Date(options.now.getTime() - options.joinedWithinDays * 86_400_000);
  const serviceIds = await reserveIds(trx, 'services', serviceCatalog.length);
  await loadRows(
    trx,
    'services',
    serviceCatalog.map(({ demand: _demand, laborHours, ...service }, index) => ({
      id: serviceIds[index] ?? 0,
      ...service,
      labor_hours: laborHours,
      created_at: openedAt,
    })),
  );

  const vehicles = createVehicles(people.accounts, options);
  const vehicleIds = await reserveIds(trx, 'vehicles', vehicles.length);
  await loadRows(
    trx,
    'vehicles',
    vehicles.map((vehicle, index) => ({ id: vehicleIds[index] ?? 0, ...vehicle })),
  );
}

type VehicleRow = Omit<RowOf<'vehicles'>, 'id'>;

function createVehicles(
  accounts: readonly RowOf<'accounts'>[],
  options: PeopleAndServicesOptions,
): VehicleRow[] {
  const random = createRandom(options.seed, 'vehicles');
  const year = Number(options.today.slice(0, 4));
  return accounts
    .filter(({ role }) => role === 'customer')
    .flatMap((customer) =>
      Array.from({ length: getVehicleCount(customer.id, random) }, (_, index) =>
        buildVehicleRow(customer, index, random, year),
      ),
    );
}

/** Returns how many vehicles a customer has: two for the demo customer, one for most others, and a fleet for a few. */
function getVehicleCount(customerId: string, random: Random): number {
  if (customerId === demoAccountIds.customer) return 2;
  return random.pickWeighted([
    [1, 70],
    [2, 24],
    [3, 5],
    [5, 1],
  ]);
}

function buildVehicleRow(
  customer: RowOf<'accounts'>,
  index: number,
  random: Random,
  year: number,
): VehicleRow {
  const { plateNumber, vin, ...vehicle } = createVehicle(random, year);
  return {
    customer_id: customer.id,
    ...vehicle,
    plate_number: plateNumber,
    // Not every customer enters the VIN when they add a vehicle.
    vin: random.chance(0.6) ? vin : null,
    // A few customers no longer use their second or third vehicle.
    is_active: index === 0 || customer.id === demoAccountIds.customer || random.chance(0.9),
    created_at: customer.created_at,
  };
}
