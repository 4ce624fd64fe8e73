import { afterAll, beforeAll, beforeEach } from 'vitest';
import { makeCrew, makePerson, makeVehicle, type Crew, type Person } from './builders.ts';
import { startApp, testMorning, type TestApp } from './start-app.ts';

/** The fixture that each test of a file starts with. */
export interface SiteWithCrew {
  readonly site: TestApp;
  readonly advisor: Person;
  readonly customer: Person;
  /** The customer's only vehicle. */
  readonly vehicleId: number;
  readonly crew: Crew;
}

/**
 * Starts an app for the tests of a file, with one advisor for all of them. Before each test, sets the clock to the
 * test morning and passes `assign` a new customer with a vehicle and a new crew of the given size.
 */
export function prepareSiteWithCrew(size: number, assign: (prepared: SiteWithCrew) => void): void {
  let site: TestApp;
  let advisor: Person;
  beforeAll(async () => {
    site = await startApp();
    advisor = await makePerson(site, 'service_advisor');
  });
  afterAll(() => site.stop());
  beforeEach(async () => {
    site.clock.set(testMorning);
    const crew = await makeCrew(site, size);
    const customer = await makePerson(site, 'customer');
    const vehicleId = await makeVehicle(site, customer.id);
    assign({ site, advisor, customer, vehicleId, crew });
  });
}
