import { makePersonWithoutAccount, makeVehicle } from '@curbwrench/testing/builders';
import type { ContestSetup } from './contest-setup.ts';
import { post, repeat, type Contest, type ContestMaker, type ContestRequest } from './contest.ts';

/** A maker for each kind of contest about merging customers. */
export const mergeContests: readonly ContestMaker[] = [
  mergeAgainstBooking,
  mergeAgainstCompletion,
  mergeInBothDirections,
];

/** Returns an admin's request to merge a customer into another one. */
async function merging(
  setup: ContestSetup,
  keptId: string,
  otherId: string,
): Promise<ContestRequest> {
  const { cookie } = (await setup.person('admin')).headers;
  const body = { otherId, version: 1, otherVersion: 1 };
  return post(cookie, `/api/customers/${keptId}/merge`, body);
}

/**
 * The office books for a customer who is merged into another: each booking is refused, or moves to the one who stays.
 */
async function mergeAgainstBooking(setup: ContestSetup, clients: number): Promise<Contest> {
  const { serviceId } = await setup.crew(clients);
  const keptId = await makePersonWithoutAccount(setup.context);
  const otherId = await makePersonWithoutAccount(setup.context);
  const requests = await repeat(clients, async (index): Promise<ContestRequest> => {
    if (index === Math.floor(clients / 2)) return merging(setup, keptId, otherId);
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
    name: 'merge against a booking',
    requests,
    winners: null,
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
        : [`of ${bookings} bookings: ${JSON.stringify(row)}`];
    },
  };
}

/** Jobs of a customer are completed, each with a payment, while the customer is merged into another. */
async function mergeAgainstCompletion(setup: ContestSetup, clients: number): Promise<Contest> {
  const { mechanics, serviceId } = await setup.crew(clients);
  const keptId = await makePersonWithoutAccount(setup.context);
  const otherId = await makePersonWithoutAccount(setup.context);
  const requests = await repeat(clients, async (index): Promise<ContestRequest> => {
    if (index === 0) return merging(setup, keptId, otherId);
    const mechanic = mechanics[index] ?? mechanics[0];
    const customer = {
      ...mechanic,
      id: otherId,
      vehicleId: await makeVehicle(setup.context, otherId),
    };
    const { id } = await setup.appointment(serviceId, setup.today, 60 + index * 15, {
      customer,
      assigned: mechanic,
      length: 15,
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
    name: 'merge against the end of jobs',
    requests,
    winners: clients,
    findProblems: async (query) => {
      const [row] = await query<{ payments: number }>(
        'select count(*)::int as payments from payments where customer_id = $1',
        [keptId],
      );
      return row?.payments === clients - 1
        ? []
        : [`the customer who stays has ${row?.payments} payments instead of ${clients - 1}`];
    },
  };
}

/** Two customers are merged into each other: one merge is accepted, and one record is left. */
async function mergeInBothDirections(setup: ContestSetup, clients: number): Promise<Contest> {
  const ids = [
    await makePersonWithoutAccount(setup.context),
    await makePersonWithoutAccount(setup.context),
  ] as const;
  for (const id of ids) await makeVehicle(setup.context, id);
  const requests = await repeat(clients, async (index) =>
    index % 2 === 0 ? merging(setup, ids[0], ids[1]) : merging(setup, ids[1], ids[0]),
  );
  return {
    name: 'merge in both directions',
    requests,
    winners: 1,
    findProblems: async (query) => {
      const rows = await query<{ id: string }>(
        'select distinct customer_id as id from vehicles where customer_id = any($1::text[])',
        [ids],
      );
      return rows.length === 1 ? [] : [`the vehicles belong to ${rows.length} customers`];
    },
  };
}
