import { makeLinkToken, sendByLink } from '@curbwrench/testing/appointment-links';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  type Person,
} from '@curbwrench/testing/builders';
import { compareContents, readSettledDatabase } from '@curbwrench/testing/database-contents';
import { startApp, type TestApp, type TestAppOptions } from '@curbwrench/testing/start-app';
import { writeWebFolder } from '@curbwrench/testing/web-folder';
import type { LoggedMessageKind } from '@curbwrench/contract/messaging/kinds';
import { inTransaction } from '@curbwrench/server/database/connection/transaction';
import { insertMessages } from '@curbwrench/server/database/message-changes';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testedKinds } from './kinds.ts';

let app: TestApp;
let webFolder: string;
type Mailer = NonNullable<TestAppOptions['mailer']>;
const emails: Parameters<Mailer['send']>[0][] = [];
const mailer: Mailer = {
  senderAddress: 'desk@example.com',
  send: async (mail) => void emails.push(mail),
  close: () => {},
};

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'curbwrench-web-'));
  writeWebFolder(webFolder);
  app = await startApp({ mailer, webFolder, listen: true });
});
afterAll(async () => {
  await app.stop();
  await rm(webFolder, { recursive: true, force: true });
});

/** Records a message of each of these kinds about a new appointment. Returns the token of the appointment's link. */
async function recordAll(
  kinds: readonly LoggedMessageKind[],
  details: Partial<Parameters<typeof makeAppointment>[1]>,
  people: { readonly customer: Person; readonly mechanic: Person; readonly advisor: Person },
): Promise<string> {
  const { customer, mechanic, advisor } = people;
  const appointmentId = await makeAppointment(app, {
    date: '2026-03-05',
    customer_id: customer.id,
    ...details,
  });
  const token = await makeLinkToken(app, appointmentId, customer.id);
  const messages = kinds.map((kind) => ({
    kind,
    personId: kind.startsWith('job')
      ? mechanic.id
      : kind.startsWith('office')
        ? advisor.id
        : customer.id,
    excludedPersonId: null,
    appointmentId,
    conversationId: null,
    mechanicId: details.mechanic_id ?? null,
    formerMechanicId: null,
    date: null,
  }));
  await inTransaction(app.store, (trx) => insertMessages(trx, messages, app.clock.now()));
  return token;
}

test('a mail scanner that opens every link of every message changes nothing @appointment-links.read-only-visit', async () => {
  const customer = await makePerson(app, 'customer');
  const mechanic = await makeMechanic(app);
  const advisor = await makePerson(app, 'service_advisor');
  const people = { customer, mechanic, advisor };
  const assigned = { status: 'confirmed', mechanic_id: mechanic.id } as const;
  const confirmedKinds = [
    'confirmed',
    'reassigned',
    'moved',
    'booked',
    'reminder_day',
    'reminder_hours',
    'job_assigned',
    'job_changed',
    'office_booking',
  ] as const;
  const token = await recordAll(confirmedKinds, assigned, people);
  await recordAll(['office_attention'], { start_time: '12:00', end_time: '13:00' }, people);
  await recordAll(
    ['cancelled', 'job_removed'],
    { ...assigned, status: 'cancelled', date: '2026-03-06' },
    people,
  );
  const inProgress = { ...assigned, status: 'in_progress', date: '2026-03-03' } as const;
  await recordAll(['on_the_way', 'arrived'], inProgress, people);
  const completed = { ...assigned, status: 'completed', date: '2026-03-02' } as const;
  await recordAll(['finished', 'review_request'], completed, people);
  // Send these before the clock moves, since some would have expired by then.
  await readSettledDatabase(app.store);
  app.clock.set(new Date(app.clock.now().getTime() + 3 * 3_600_000));
  app.store.wake('outbound_messages');
  // All kinds except the daily list of jobs, which links to the home page.
  await expect.poll(() => emails.length, { timeout: 30_000 }).toBe(testedKinds.length - 1);

  const renewed = await sendByLink(app, 'renewOwnLink', token);
  expect(renewed.statusCode, renewed.body).toBe(204);
  await expect.poll(() => emails.at(-1)?.subject, { timeout: 30_000 }).toMatch(/^New link/);

  const links = new Set(
    emails.flatMap(({ text, html, unsubscribeUrl, calendar }) =>
      [
        ...`${text} ${html ?? ''} ${unsubscribeUrl ?? ''} ${calendar?.content.replaceAll('\r\n ', '') ?? ''}`.matchAll(
          /https?:\/\/localhost[^\s"'<>]*/g,
        ),
      ].map(([url]) => url.replaceAll('&amp;', '&')),
    ),
  );
  const kindsOfLinks = ['/appointment-link#token=', '/unsubscribe/', '/appointments/'];
  for (const part of kindsOfLinks)
    expect([...links].some((link) => link.includes(part))).toBe(true);

  const before = await readSettledDatabase(app.store);
  for (const link of links) {
    const { pathname, search, hash } = new URL(link);
    // Scanners may also send the fragment, which follows the #.
    const targets = [
      `${pathname}${search}`,
      `${pathname}?${hash.slice(1)}`,
      `${pathname}${encodeURIComponent(hash)}`,
    ];
    for (const target of targets) {
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(`${app.url}${target}`, { method, redirect: 'manual' });
        await response.arrayBuffer();
        expect([method, target, response.status < 500]).toEqual([method, target, true]);
      }
    }
  }
  const changes = compareContents(before, await readSettledDatabase(app.store));
  expect(changes.filter(({ table }) => table !== 'rate_limits')).toEqual([]);
});
