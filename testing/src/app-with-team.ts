import { afterAll, beforeAll, beforeEach } from 'vitest';
import { makeTeam, makePerson, makeVehicle, type Team, type Person } from './builders.ts';
import { startApp, testMorning, type TestApp } from './start-app.ts';

/** The fixture that each test of a file starts with. */
export interface AppWithTeam {
  readonly app: TestApp;
  readonly advisor: Person;
  readonly customer: Person;
  /** The customer's only vehicle. */
  readonly vehicleId: number;
  readonly team: Team;
}

/**
 * Starts an app for the tests of a file, with one advisor for all of them. Before each test, sets the clock to the
 * test morning and passes `assign` a new customer with a vehicle and a new team of this many mechanics.
 */
export function prepareAppWithTeam(
  mechanicCount: number,
  assign: (prepared: AppWithTeam) => void,
): void {
  let app: TestApp;
  let advisor: Person;
  beforeAll(async () => {
    app = await startApp();
    advisor = await makePerson(app, 'service_advisor');
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    app.clock.set(testMorning);
    const team = await makeTeam(app, mechanicCount);
    const customer = await makePerson(app, 'customer');
    const vehicleId = await makeVehicle(app, customer.id);
    assign({ app, advisor, customer, vehicleId, team });
  });
}
