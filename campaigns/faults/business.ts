import { addDays, isWeekend } from '@curbwrench/contract/fields/calendar';
import {
  defaultBookingRules,
  listAllStartTimes,
} from '@curbwrench/contract/scheduling/booking-rules';
import { migrate } from '@curbwrench/server/database/migrator';
import { makeCrew, makePerson, makeVehicle, type Person } from '@curbwrench/testing/builders';
import type { DatabaseLocation } from '../../bench/processes.ts';
import { openPlace } from '../places.ts';
import type { FaultOptions } from './fault-run.ts';

/** The start times of a day by the default rules. */
const slotTimes = listAllStartTimes(defaultBookingRules);

/** A customer of the campaign, signed in. */
export interface Account extends Person {
  readonly vehicleId: number;
}

/** A business whose services the clients book, with everyone's accounts. */
export interface Business {
  readonly place: DatabaseLocation;
  readonly authSecret: string;
  readonly serviceId: number;
  readonly accounts: readonly Account[];
  readonly admin: Person;
  /** Days far enough ahead that a customer may still cancel. */
  readonly dates: readonly string[];
  readonly times: readonly string[];
}

const authSecret = 'a secret of the campaign, and of nothing else';

/** Fills an empty database with mechanics of one skill, one service, and customers. */
export async function makeBusiness(
  place: DatabaseLocation,
  { build, size }: Pick<FaultOptions, 'build' | 'size'>,
): Promise<Business> {
  const store = await openPlace(place);
  try {
    await migrate(store.kysely, build.migrations);
    const context = { store, authSecret };
    const { serviceId } = await makeCrew(context, size.mechanics);
    const accounts: Account[] = [];
    while (accounts.length < size.accounts) {
      const person = await makePerson(context, 'customer');
      accounts.push({ ...person, vehicleId: await makeVehicle(context, person.id) });
    }
    const admin = await makePerson(context, 'admin');
    return {
      place,
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

/** Returns the weekdays from four days ahead, in any time zone, to the last day that may be booked. */
function bookableDates(): string[] {
  const today = new Date().toISOString().slice(0, 10);
  return Array.from({ length: 25 }, (_, index) => addDays(today, index + 4)).filter(
    (date) => !isWeekend(date),
  );
}
