import { endpoints, type EndpointName } from '@curbwrench/contract/api/endpoints';
import { makeLinkToken } from '@curbwrench/testing/appointment-links';
import { randomUUID } from 'node:crypto';
import type { RaceSetup } from './race-setup.ts';
import { post, repeat, type Race, type RaceFactory, type RaceRequest } from './race.ts';

/** A factory for each race between people who have the same appointment's link. */
export const linkRaces: readonly RaceFactory[] = [
  cancelTwiceByLink,
  rescheduleVersusCancelByLink,
  sendTwiceByLink,
];

/** The number of changes that a link allows in a short time, so a race has no more clients than this. */
const maxClients = 16;

/** Creates an appointment, and returns a function that makes requests with its link. */
async function makeLinkedAppointment(setup: RaceSetup, dateIndex: number) {
  const { mechanics, serviceId } = await setup.team(1);
  const { id, customer } = await setup.appointment(serviceId, setup.date(dateIndex), 9 * 60, {
    heldMechanic: mechanics[0],
  });
  const token = await makeLinkToken(setup.context, id, customer.id);
  const request = (
    endpoint: EndpointName,
    body: object,
    ids: readonly number[] = [id],
  ): RaceRequest => post('', endpoints[endpoint].path, { token, ...body }, ids);
  return { id, customer, request };
}

/** Everyone cancels: one cancellation is accepted. */
async function cancelTwiceByLink(setup: RaceSetup, clients: number): Promise<Race> {
  const { request } = await makeLinkedAppointment(setup, 18);
  const requests = await repeat(Math.min(clients, maxClients), async () =>
    request('cancelByLink', { reason: '' }),
  );
  return { name: 'cancel twice by link', requests, expectedAccepted: 1 };
}

/** Half of them reschedule the appointment and half cancel it: one cancellation is accepted, and nothing after it. */
async function rescheduleVersusCancelByLink(setup: RaceSetup, clients: number): Promise<Race> {
  const { id, request } = await makeLinkedAppointment(setup, 19);
  const date = setup.date(20);
  const requests = await repeat(Math.min(clients, maxClients), async (index) =>
    index % 2 === 0
      ? request('rescheduleByLink', { date, startTime: '10:00' })
      : request('cancelByLink', { reason: '' }),
  );
  return {
    name: 'reschedule versus cancel by link',
    requests,
    expectedAccepted: null,
    // After the first reschedule, the others to the same time change nothing.
    allowsNoOps: true,
    findProblems: async (query, accepted) => {
      const cancelled = accepted.filter(({ path }) => path === endpoints.cancelByLink.path).length;
      const [row] = await query<{ status: string }>(
        'select status from appointments where id = $1',
        [id],
      );
      return cancelled === 1 && row?.status === 'cancelled'
        ? []
        : [`${cancelled} cancellations were accepted, and the appointment is ${row?.status}`];
    },
  };
}

/**
 * Pairs of requests send the same message, as a phone does that resends it after a lost response. Each message is
 * stored once.
 */
async function sendTwiceByLink(setup: RaceSetup, clients: number): Promise<Race> {
  const { customer, request } = await makeLinkedAppointment(setup, 21);
  const count = Math.min(clients, maxClients);
  const clientIds = Array.from({ length: Math.ceil(count / 2) }, () => randomUUID());
  const requests = await repeat(count, async (index) => {
    const clientId = clientIds[index % clientIds.length] ?? '';
    return request('sendMessageByLink', { clientId, text: `About ${clientId}` }, []);
  });
  return {
    name: 'send a message twice by link',
    requests,
    expectedAccepted: count,
    findProblems: async (query) => {
      const rows = await query<{ text: string }>('select text from messages where person_id = $1', [
        customer.id,
      ]);
      const expected = clientIds.map((each) => `About ${each}`).toSorted();
      return rows
        .map(({ text }) => text)
        .toSorted()
        .join() === expected.join()
        ? []
        : [`${rows.length} messages were stored instead of ${expected.length}`];
    },
  };
}
