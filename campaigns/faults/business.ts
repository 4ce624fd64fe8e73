import { addDays, isWeekend } from '@curbwrench/contract/fields/calendar';
import {
  defaultBookingRules,
  listAllStartTimes,
} from '@curbwrench/contract/scheduling/booking-rules';
import { migrate } from '@curbwrench/server/database/migrator';
import { makeTeam, makePerson, makeVehicle, type Person } from '@curbwrench/testing/builders';
import type { DatabaseLocation } from '../../bench/processes.ts';
import { openDatabaseAt } from '../databases.ts';
import type { FaultOptions } from './fault-run.ts';

/** The start times of a day under the default rules. */
const slotTimes = listAllStartTimes(defaultBookingRules);

/** A signed-in customer with a vehicle. */
export interface Account extends Person {
  readonly vehicleId: number;
}

/** A business, the service that the clients book, and the accounts with which they book it. */
export interface Business {
  readonly location: DatabaseLocation;
  readonly authSecret: string;
  readonly serviceId: number;
  readonly accounts: readonly Account[];
  readonly admin: Person;
  /** Days far enough ahead that a customer may still cancel. */
  readonly dates: readonly string[];
  readonly times: readonly string[];
}

const authSecret = 'a secret for this campaign, used nowhere else';

/** Fills an empty database with mechanics who share a skill, a service that requires the skill, and customers. */
export async function makeBusiness(
  location: DatabaseLocation,
  { build, size }: Pick<FaultOptions, 'build' | 'size'>,
): Promise<Business> {
  const store = await openDatabaseAt(location);
  try {
    await migrate(store.kysely, build.migrations);
    const context = { store, authSecret };
    const { serviceId } = await makeTeam(context, size.mechanics);
    const accounts: Account[] = [];
    while (accounts.length < size.accounts) {
      const person = await makePerson(context, 'customer');
      accounts.push({ ...person, vehicleId: await makeVehicle(context, person.id) });
    }
    const admin = await makePerson(context, 'admin');
    return {
      location,
      authSecret,
      serviceId,
      accounts,
      admin,
      dates: bookableDates(),
      times: slotTimes,
    };
  } finally {
    await store.close();
  }
}

/** Returns the weekdays from four days ahead to the last day that may be booked, whatever the time zone. */
function bookableDates(): string[] {
  const today = new Date().toISOString().slice(0, 10);
  return Array.from({ length: 25 }, (_, index) => addDays(today, index + 4)).filter(
    (date) => !isWeekend(date),
  );
}
