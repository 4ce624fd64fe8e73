import { afterAll, beforeAll, beforeEach } from 'vitest';
import { makePerson, makeVehicle, type Person } from './builders.ts';
import { send, type TestResponse } from './requests.ts';
import { startApp, testMorning, type TestApp } from './start-app.ts';

/** The fixture that each test of a file about bookings starts with. */
export interface BookingCustomer {
  readonly app: TestApp;
  readonly customer: Person;
  readonly vehicleId: number;
}

/**
 * Starts an app for the tests of a file. Before each test, sets the clock to the test morning and passes `assign` a
 * new customer with a vehicle. Returns functions that book for this customer and read their appointments.
 */
export function prepareBookings(assign: (prepared: BookingCustomer) => void) {
  let app: TestApp;
  let customer: Person;
  let vehicleId: number;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    app.clock.set(testMorning);
    customer = await makePerson(app, 'customer');
    vehicleId = await makeVehicle(app, customer.id);
    assign({ app, customer, vehicleId });
  });

  /** Books for tomorrow at ten, by default as the test's customer. `details` override fields of the request. */
  function book(details: object, bookedBy: Person = customer): Promise<TestResponse> {
    return send(app, bookedBy, 'POST', '/api/appointments', {
      vehicleId,
      date: '2026-03-04',
      startTime: '10:00',
      location: JSON.stringify({ address: '5 Elm Street' }),
      ...details,
    });
  }

  /** Returns a customer's appointments in the order of booking, by default those of the test's customer. */
  async function readRows(customerId = customer.id) {
    return app.store.kysely
      .selectFrom('appointments')
      .selectAll()
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute();
  }

  return { book, readRows };
}
