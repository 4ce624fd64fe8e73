import { expect, test } from 'vitest';
import { makeLinkToken, sendByLink } from '@curbwrench/testing/appointment-links';
import {
  makeAppointment,
  makePersonWithoutAccount,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { readCalendar, type ParsedEvent } from '@curbwrench/testing/read-calendar';
import { send } from '@curbwrench/testing/requests';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { deriveLinkSecret } from '../appointment-links/find-or-create-link.ts';
import { renderMessage } from '../messaging/render-message.ts';

let app: TestApp;
let advisor: Person;
let team: Team;

prepareAppWithTeam(1, (prepared) => {
  ({ app, advisor, team } = prepared);
});

function readOnlyEvent(file: string): ParsedEvent {
  const [event] = readCalendar(file).events;
  if (!event) throw new Error('The calendar has no event.');
  return event;
}

/** Returns the calendar event in an email of this kind about the appointment. */
async function readEmailedEvent(
  kind: 'moved' | 'cancelled',
  personId: string,
  appointmentId: number,
): Promise<ParsedEvent> {
  const context = {
    ...app,
    publicUrl: 'http://localhost',
    linkSecret: deriveLinkSecret(app.authSecret),
    senderAddress: null,
  };
  const now = app.clock.now();
  const claimed = {
    id: 1,
    kind,
    channel: 'email' as const,
    personId,
    appointmentId,
    conversationId: null,
    messageClientId: null,
    startsAt: null,
    mechanicId: null,
    formerMechanicId: null,
    date: null,
    attempts: 1,
    wasAttempted: false,
    lastPossibleDeliveryAt: null,
    expiresAt: now,
    createdAt: now,
  };
  const content = await renderMessage(context, claimed, 'nora@example.com', now);
  return readOnlyEvent(content?.message.calendar?.content ?? '');
}

test('an update by email supersedes a previously downloaded file @calendar.changes', async () => {
  const personId = await makePersonWithoutAccount(app, { email: 'nora@example.com' });
  const id = await makeAppointment(app, {
    date: '2026-03-06',
    customer_id: personId,
    service_id: team.serviceId,
  });
  const token = await makeLinkToken(app, id, personId);
  const download = async () =>
    readOnlyEvent((await sendByLink(app, 'getCalendarByLink', token)).body);
  const downloaded = await download();
  expect(downloaded.status).toBe('TENTATIVE');

  const to = { date: '2026-03-10', startTime: '09:00' };
  expect((await sendByLink(app, 'rescheduleByLink', token, to)).statusCode).toBe(200);
  const update = await readEmailedEvent('moved', personId, id);
  expect(update.uid).toBe(downloaded.uid);
  expect(update.start).toEqual(new Date('2026-03-10T16:00:00Z'));
  expect(update.sequence).toBeGreaterThan(downloaded.sequence);
  const { sequence, stampedAt, status } = update;
  expect(await download()).toMatchObject({ sequence, stampedAt, status });
  const file = await send(app, advisor, 'GET', `/api/appointments/${id}/calendar.ics`);
  expect(readOnlyEvent(file.body)).toMatchObject({ sequence, stampedAt, status });

  const reason = { reason: 'I sold the car.' };
  expect((await sendByLink(app, 'cancelByLink', token, reason)).statusCode).toBe(200);
  const removal = await readEmailedEvent('cancelled', personId, id);
  expect(removal).toMatchObject({ uid: downloaded.uid, status: 'CANCELLED' });
  expect(removal.sequence).toBeGreaterThan(update.sequence);
  expect(await download()).toMatchObject({ sequence: removal.sequence, status: 'CANCELLED' });
});

test("a file contains the business's phone number if there is one @appointment-links.reads", async () => {
  const withoutPhone = await startApp({ business: { phone: null } });
  try {
    const readDescription = async (targetApp: TestApp) => {
      const personId = await makePersonWithoutAccount(targetApp);
      const id = await makeAppointment(targetApp, { date: '2026-03-06', customer_id: personId });
      const token = await makeLinkToken(targetApp, id, personId);
      return readOnlyEvent((await sendByLink(targetApp, 'getCalendarByLink', token)).body)
        .description;
    };
    expect(await readDescription(app)).toContain('Phone: +1 555 0100');
    expect(await readDescription(withoutPhone)).not.toMatch(/phone|null/i);
  } finally {
    await withoutPhone.stop();
  }
});
