import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import {
  makeAppointment,
  makePlan,
  makeServiceArea,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { makeMessages } from '@curbwrench/testing/conversations';
import { send } from '@curbwrench/testing/requests';
import { bookThroughApi, changeThroughApi } from './appointment-steps.ts';
import { today, type Sandbox } from './sandbox.ts';

/** The sample data that tests refer to. */
export interface SampleData {
  /** An appointment id for each status. The confirmed one is today, has notes and belongs to the sandbox's mechanic. */
  readonly jobs: Readonly<Record<AppointmentStatus, number>>;
  /** The email address of a pending invitation. */
  readonly invitedEmail: string;
}

/**
 * Fills every list on every screen: inserts appointments in each status, payments, plans, areas, messages
 * and notifications.
 */
export async function insertSampleData(sandbox: Sandbox): Promise<SampleData> {
  const { app, people, oilChange } = sandbox;
  const { customer, mechanic, advisor, admin } = people;
  const request = async (person: Person, method: 'POST' | 'PATCH', url: string, body: object) => {
    const response = await send(app, person, method, url, body);
    if (response.statusCode >= 300) throw new Error(`${method} ${url}: ${response.body}`);
  };

  await makeServiceArea(app, ['94116', '94122'], { name: 'Ocean side', trip_fee: '15.00' });
  await makeServiceArea(app, [], { latitude: 37.76, longitude: -122.44, radius_miles: '5' });
  const planId = await makePlan(app, { name: 'Whole Year' }, [
    { serviceId: oilChange.id, uses: 1 },
  ]);
  await makePlan(app, { name: 'Quiet Winter' });
  await request(customer, 'POST', '/api/subscriptions', { planId, version: 1 });
  await makeVehicle(app, customer.id, { make: 'Toyota', model: 'Corolla' });

  const confirmed = await bookThroughApi(sandbox, today, '14:00');
  await changeThroughApi(sandbox, advisor, confirmed, {
    mechanicId: mechanic.id,
    status: 'confirmed',
  });
  await changeThroughApi(sandbox, customer, confirmed, { notes: 'The blue gate is open.' });
  const pending = await bookThroughApi(sandbox, '2026-03-05', '08:00');
  const job = { mechanic_id: mechanic.id, service_id: oilChange.id };
  const customerJob = { ...job, customer_id: customer.id };
  const jobs = {
    confirmed,
    pending,
    in_progress: await makeAppointment(app, {
      ...job,
      date: today,
      start_time: '08:00',
      end_time: '09:00',
      status: 'in_progress',
    }),
    completed: await makeAppointment(app, {
      ...customerJob,
      date: '2026-03-02',
      status: 'completed',
    }),
    cancelled: await makeAppointment(app, {
      ...customerJob,
      date: '2026-03-01',
      status: 'cancelled',
    }),
    unassigned: await makeAppointment(app, {
      service_id: oilChange.id,
      customer_id: customer.id,
      date: '2026-03-06',
      status: 'unassigned',
    }),
  };
  await makePayments(sandbox);
  await request(mechanic, 'PATCH', '/api/mechanics/status', {
    location: { lat: 37.8, lng: -122.4 },
  });

  const minutesAgo = (minutes: number) => new Date(app.clock.now().getTime() - minutes * 60_000);
  await makeMessages(app, customer.id, [
    { authorId: customer.id, text: 'My Civic grinds when I brake.', at: minutesAgo(3000) },
    { authorId: advisor.id, text: 'Please leave it parked.', at: minutesAgo(20) },
    { authorId: customer.id, text: 'I will.', at: minutesAgo(10) },
  ]);
  await makeMessages(app, mechanic.id, [
    { authorId: mechanic.id, text: 'Running ten minutes late.', at: minutesAgo(15) },
    { authorId: advisor.id, text: 'They know.', at: minutesAgo(5) },
  ]);
  const invitedEmail = 'sam.reyes@example.com';
  await request(admin, 'POST', '/api/invitations', { email: invitedEmail, role: 'mechanic' });
  return { jobs, invitedEmail };
}

/** Inserts a pending, a completed and a failed payment. */
async function makePayments({ app, people }: Sandbox): Promise<void> {
  const at = app.clock.now();
  await app.store.kysely
    .insertInto('payments')
    .values(
      (['pending', 'completed', 'failed'] as const).map((status) => ({
        customer_id: people.customer.id,
        amount: '89.00',
        status,
        payment_method: status === 'completed' ? ('card_terminal' as const) : null,
        created_at: at,
        paid_at: status === 'completed' ? at : null,
      })),
    )
    .execute();
}
