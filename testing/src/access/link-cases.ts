import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { makeLinkToken } from '../appointment-links.ts';
import { makeAppointment } from '../builders.ts';
import { makeJob } from './appointment-cases.ts';
import { makeOwnerConversation } from './conversation-cases.ts';
import type { BusinessWithMarkers } from './business-with-markers.ts';
import type { AccessCase, CaseObject } from './run-case.ts';

/** Inserts an appointment of the owner without a mechanic, and returns its link's token as the object's id. */
async function makeLinkedAppointment(
  fixture: BusinessWithMarkers,
  _viewerIndex: number,
  details: { readonly status?: 'completed' } = {},
): Promise<CaseObject> {
  const { owner, team, store } = fixture;
  // The appointments made for previous viewers must not take up this time.
  await sql`update appointments set status = 'cancelled', held_mechanic_id = null
    where status <> 'completed' and customer_id = ${owner.id}`.execute(store.kysely);
  const id = await makeAppointment(fixture, {
    date: '2026-03-06',
    start_time: '10:00',
    end_time: '11:00',
    customer_id: owner.id,
    service_id: team.serviceId,
    ...details,
    ...(details.status === 'completed' && { mechanic_id: fixture.spareMechanic.id }),
  });
  if (details.status === 'completed') {
    await sql`insert into payments (customer_id, appointment_id, amount, status, created_at)
      values (${owner.id}, ${id}, 89, 'pending', ${fixture.clock.now()})`.execute(store.kysely);
  }
  return { id: await makeLinkToken(fixture, id, owner.id) };
}

/** Inserts a job with a link, for the office's requests. */
async function makeJobWithLink(
  fixture: BusinessWithMarkers,
  viewerIndex: number,
): Promise<CaseObject> {
  const job = await makeJob(fixture, viewerIndex);
  await makeLinkToken(fixture, Number(job.id), fixture.owner.id);
  return job;
}

const linkCase = {
  permission: 'links.use',
  make: makeLinkedAppointment,
  missingId: 'a-token-that-nobody-ever-got',
  hiddenStatus: 410,
  allowedStatus: 200,
  body: (_, { id }) => ({ token: id }),
} as const satisfies Partial<AccessCase>;

const officeCase = {
  permission: 'appointments.dispatch',
  make: makeJobWithLink,
  missingId: 999_999,
} as const satisfies Partial<AccessCase>;

/** The endpoints for holders of an appointment link, and the office's endpoints for links. */
export const linkCases: readonly AccessCase[] = [
  { ...linkCase, name: 'by link: appointment', endpoint: 'readByLink' },
  { ...linkCase, name: 'by link: tracking', endpoint: 'trackByLink' },
  {
    ...linkCase,
    name: 'by link: times to reschedule to',
    endpoint: 'listRescheduleTimesByLink',
    body: (_, { id }) => ({ token: id, date: '2026-03-10' }),
  },
  { ...linkCase, name: 'by link: calendar', endpoint: 'getCalendarByLink', isDocument: true },
  {
    ...linkCase,
    name: 'by link: receipt',
    endpoint: 'getReceiptByLink',
    isDocument: true,
    make: (fixture, viewerIndex) =>
      makeLinkedAppointment(fixture, viewerIndex, { status: 'completed' }),
  },
  {
    ...linkCase,
    name: 'by link: reschedule',
    endpoint: 'rescheduleByLink',
    body: (_, { id }) => ({ token: id, date: '2026-03-10', startTime: '09:00' }),
  },
  {
    ...linkCase,
    name: 'by link: cancel',
    endpoint: 'cancelByLink',
    body: (_, { id }) => ({ token: id, reason: 'I sold the car.' }),
  },
  {
    ...linkCase,
    name: 'by link: review',
    endpoint: 'reviewByLink',
    make: (fixture, viewerIndex) =>
      makeLinkedAppointment(fixture, viewerIndex, { status: 'completed' }),
    body: (_, { id }) => ({ token: id, rating: 4, text: 'Quick and friendly.' }),
  },
  {
    ...linkCase,
    name: 'by link: message',
    endpoint: 'sendMessageByLink',
    allowedStatus: 204,
    make: async (fixture, viewerIndex) => {
      await makeOwnerConversation(fixture);
      return makeLinkedAppointment(fixture, viewerIndex);
    },
    body: (_, { id }) => ({ token: id, text: 'The gate is open.', clientId: randomUUID() }),
  },
  { ...linkCase, name: 'by link: renew', endpoint: 'renewOwnLink', allowedStatus: 204 },
  { ...linkCase, name: 'by link: revoke', endpoint: 'revokeOwnLink', allowedStatus: 204 },
  { ...officeCase, name: 'links: show', endpoint: 'shareLink', allowedStatus: 200 },
  { ...officeCase, name: 'links: renew', endpoint: 'renewLink', allowedStatus: 200 },
  { ...officeCase, name: 'links: revoke', endpoint: 'revokeLink', allowedStatus: 204 },
];
