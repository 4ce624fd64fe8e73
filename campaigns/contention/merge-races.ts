import { makePersonWithoutAccount, makeVehicle } from '@curbwrench/testing/builders';
import type { RaceSetup } from './race-setup.ts';
import { post, repeat, type Race, type RaceFactory, type RaceRequest } from './race.ts';

/** A factory for each race that involves merging customers. */
export const mergeRaces: readonly RaceFactory[] = [
  mergeVersusBooking,
  mergeVersusCompletion,
  mergeInBothDirections,
];

/** Returns an admin's request to merge one customer into another. */
async function mergeRequest(
  setup: RaceSetup,
  keptId: string,
  otherId: string,
): Promise<RaceRequest> {
  const { cookie } = (await setup.person('admin')).headers;
  const body = { otherId, version: 1, otherVersion: 1 };
  return post(cookie, `/api/customers/${keptId}/merge`, body);
}

/**
 * The office books for a customer while that customer is merged into another: each booking is refused, or moves to the
 * customer who is kept.
 */
async function mergeVersusBooking(setup: RaceSetup, clients: number): Promise<Race> {
  const { serviceId } = await setup.team(clients);
  const keptId = await makePersonWithoutAccount(setup.context);
  const otherId = await makePersonWithoutAccount(setup.context);
  const requests = await repeat(clients, async (index): Promise<RaceRequest> => {
    if (index === Math.floor(clients / 2)) return mergeRequest(setup, keptId, otherId);
    const { cookie } = (await setup.person('service_advisor')).headers;
    const request = post(cookie, '/api/appointments', {
      customerId: otherId,
      vehicleId: await makeVehicle(setup.context, otherId),
      serviceId,
      date: setup.date(11 + (index % 2)),
      startTime: '09:00',
      location: JSON.stringify({ address: '1 Merge Street' }),
    });
    return { ...request, isBooking: true };
  });
  return {
    name: 'merge versus bookings',
    requests,
    expectedAccepted: null,
    findProblems: async (query, accepted) => {
      const [row] = await query<{ kept: number; lost: number; merged: number }>(
        `select (select count(*) from appointments where customer_id = $1)::int as kept,
           (select count(*) from appointments where customer_id = $2)::int as lost,
           (select count(*) from merged_customers where id = $2 and into_id = $1)::int as merged`,
        [keptId, otherId],
      );
      const bookings = accepted.filter(({ isBooking }) => isBooking).length;
      return row?.kept === bookings && row.lost === 0 && row.merged === 1
        ? []
        : [`${bookings} bookings were accepted, but found ${JSON.stringify(row)}`];
    },
  };
}

/** A customer's jobs are completed, each with a payment, while the customer is merged into another. */
async function mergeVersusCompletion(setup: RaceSetup, clients: number): Promise<Race> {
  const { mechanics, serviceId } = await setup.team(clients);
  const keptId = await makePersonWithoutAccount(setup.context);
  const otherId = await makePersonWithoutAccount(setup.context);
  const requests = await repeat(clients, async (index): Promise<RaceRequest> => {
    if (index === 0) return mergeRequest(setup, keptId, otherId);
    const mechanic = mechanics[index] ?? mechanics[0];
    // The type requires account properties. This customer has none, so the mechanic's serve as unused placeholders.
    const customer = {
      ...mechanic,
      id: otherId,
      vehicleId: await makeVehicle(setup.context, otherId),
    };
    const { id } = await setup.appointment(serviceId, setup.today, 60 + index * 15, {
      customer,
      assignedTo: mechanic,
      minutes: 15,
      status: 'in_progress',
    });
    return {
      cookie: mechanic.headers.cookie,
      method: 'PATCH',
      path: `/api/appointments/${id}`,
      body: { status: 'completed' },
      appointmentIds: [id],
    };
  });
  return {
    name: 'merge versus job completions',
    requests,
    expectedAccepted: clients,
    findProblems: async (query) => {
      const [row] = await query<{ payments: number }>(
        'select count(*)::int as payments from payments where customer_id = $1',
        [keptId],
      );
      return row?.payments === clients - 1
        ? []
        : [`the customer who was kept has ${row?.payments} payments instead of ${clients - 1}`];
    },
  };
}

/** Two customers are merged into each other: one merge is accepted, and one record is left. */
async function mergeInBothDirections(setup: RaceSetup, clients: number): Promise<Race> {
  const ids = [
    await makePersonWithoutAccount(setup.context),
    await makePersonWithoutAccount(setup.context),
  ] as const;
  for (const id of ids) await makeVehicle(setup.context, id);
  const requests = await repeat(clients, async (index) =>
    index % 2 === 0 ? mergeRequest(setup, ids[0], ids[1]) : mergeRequest(setup, ids[1], ids[0]),
  );
  return {
    name: 'merge in both directions',
    requests,
    expectedAccepted: 1,
    findProblems: async (query) => {
      const rows = await query<{ id: string }>(
        'select distinct customer_id as id from vehicles where customer_id = any($1::text[])',
        [ids],
      );
      return rows.length === 1 ? [] : [`the vehicles belong to ${rows.length} customers`];
    },
  };
}
