import type { MessagePreview, MessageTemplate } from '@curbwrench/contract/messaging/schemas';
import { messageTemplateKeys } from '@curbwrench/contract/messaging/template-keys';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listEntriesAbout } from '@curbwrench/testing/audit-trail';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { findMessageTemplate } from './queries/message-templates.ts';
import { getDefaultTemplate } from './rules/default-templates.ts';

let app: TestApp;
let admin: Person;
let otherAdmin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin', { firstName: 'Dana', lastName: 'Whitaker' });
  otherAdmin = await makePerson(app, 'admin');
});
afterAll(() => app.stop());

beforeEach(async () => {
  await sql`delete from message_templates`.execute(app.store.kysely);
});

const url = '/api/message-templates/moved.email';
const changed = { subject: 'New time', body: 'Hi {{firstName}},\n\nsee you {{when}}.' };

const listTemplates = () => read<MessageTemplate[]>(app, admin, '/api/message-templates');

async function readTemplate(): Promise<MessageTemplate> {
  const template = (await listTemplates()).find(
    ({ kind, channel }) => kind === 'moved' && channel === 'email',
  );
  if (!template) throw new Error('The list has no such template.');
  return template;
}

describe('message templates', () => {
  test('are the default ones until an admin edits them @messages.templates', async () => {
    const templates = await listTemplates();
    expect(templates).toHaveLength(messageTemplateKeys.length);
    expect(templates.every(({ isEdited, version }) => !isEdited && version === 0)).toBe(true);

    const saved = await send(app, admin, 'PATCH', url, { ...changed, version: 0 });
    expect([saved.statusCode, saved.json()]).toEqual([
      200,
      {
        kind: 'moved',
        channel: 'email',
        ...changed,
        default: getDefaultTemplate('moved', 'email'),
        isEdited: true,
        version: expect.any(Number) as number,
        editedAt: app.clock.now().toISOString(),
        editedBy: 'Dana Whitaker',
      },
    ]);
    expect(await readTemplate()).toEqual(saved.json());
    expect(await findMessageTemplate(app.store.kysely, 'moved', 'email')).toEqual(changed);
    expect(await findMessageTemplate(app.store.kysely, 'moved', 'push')).toEqual(
      getDefaultTemplate('moved', 'push'),
    );
  });

  test('are the default ones again after the default template is saved @messages.templates', async () => {
    await send(app, admin, 'PATCH', url, { ...changed, version: 0 });
    const { version } = await readTemplate();
    const reset = await send(app, admin, 'PATCH', url, {
      ...getDefaultTemplate('moved', 'email'),
      version,
    });
    expect(reset.json()).toMatchObject({ isEdited: false, version: 0, editedBy: null });
    expect(await findMessageTemplate(app.store.kysely, 'moved', 'email')).toEqual(
      getDefaultTemplate('moved', 'email'),
    );
  });

  test('cannot be overwritten by someone who has not seen the latest version @messages.templates', async () => {
    const save = (person: Person, version: number, body: string) =>
      send(app, person, 'PATCH', url, { subject: 'New time', body, version });
    const saved = await Promise.all([save(admin, 0, 'One'), save(otherAdmin, 0, 'Two')]);
    expect(sortedStatuses(saved)).toEqual([200, 409]);
    expect(saved.find(({ statusCode }) => statusCode === 409)?.body).toBe(
      'Someone else changed this message. Please check it and make your change again.',
    );

    const { version } = await readTemplate();
    const later = await Promise.all([
      save(admin, version, 'Six'),
      save(otherAdmin, version, 'Ten'),
    ]);
    expect(sortedStatuses(later)).toEqual([200, 409]);

    // A version is not reused after the template was reset to the default.
    const current = await readTemplate();
    await send(app, admin, 'PATCH', url, {
      ...getDefaultTemplate('moved', 'email'),
      version: current.version,
    });
    await save(admin, 0, 'Another');
    for (const outdated of [version, current.version, 0]) {
      expect((await save(otherAdmin, outdated, 'Mine')).statusCode).toBe(409);
    }
    expect((await readTemplate()).body).toBe('Another');
  });

  test.each([
    [
      'an unknown placeholder',
      { body: 'Hi {{name}}' },
      "{{name}} isn't available in this message. Please remove it.",
    ],
    ['a blank message', { body: ' ' }, 'Please enter the message.'],
    ['no subject', { subject: null }, 'Please enter the subject.'],
    ['a line break', { subject: 'a\nb' }, "This text contains characters that can't be saved."],
    ['a long message', { body: 'a'.repeat(4001) }, 'Please keep this to 4000 characters or fewer.'],
    ['no version', { version: 'one' }, 'Please reload the page.'],
  ])('are not changed by bad input: %s @messages.templates', async (_name, bad, message) => {
    const refused = await send(app, admin, 'PATCH', url, { ...changed, version: 0, ...bad });
    expect([refused.statusCode, refused.body]).toEqual([400, message]);
    expect((await readTemplate()).isEdited).toBe(false);
  });

  test('exist only for the channels of each kind', async () => {
    for (const id of ['booked.sms', 'moved.letter', 'constructor.email']) {
      const refused = await send(app, admin, 'PATCH', `/api/message-templates/${id}`, {
        ...changed,
        version: 0,
      });
      expect(refused.statusCode).toBe(404);
    }
  });

  test('for text messages have their own length limit and no subject', async () => {
    const save = (input: object) =>
      send(app, admin, 'PATCH', '/api/message-templates/moved.sms', { version: 0, ...input });
    expect((await save({ subject: null, body: 'a'.repeat(321) })).body).toBe(
      'The message can have up to 320 characters.',
    );
    expect((await save({ subject: 'Hi', body: 'Hello' })).body).toBe(
      'A text message has no subject.',
    );
    expect((await save({ subject: null, body: 'Hello' })).statusCode).toBe(200);
  });

  test('are in the audit trail with their old and new values @messages.templates', async () => {
    const before = (await listEntriesAbout(app, 'message_template', 'moved.push')).length;
    const save = (template: object, version: number) =>
      send(app, admin, 'PATCH', '/api/message-templates/moved.push', { ...template, version });
    const saved = await save({ subject: 'New time', body: '{{when}}' }, 0);
    await save(getDefaultTemplate('moved', 'push'), saved.json<MessageTemplate>().version);
    const entries = await listEntriesAbout(app, 'message_template', 'moved.push');
    const values = { subject: 'New time', body: '{{when}}' };
    expect(entries.slice(before)).toMatchObject([
      { actor_id: admin.id, action: 'changed', before: null, after: values },
      { actor_id: admin.id, action: 'changed', before: values, after: null },
    ]);
  });

  test('cause a live event when they change', async () => {
    await send(app, admin, 'PATCH', url, { ...changed, version: 0 });
    const { rows } = await sql<{ kind: string; subject_id: string }>`
      select kind, subject_id from outbox order by id desc limit 1
    `.execute(app.store.kysely);
    expect(rows).toEqual([{ kind: 'message_template', subject_id: 'moved.email' }]);
  });
});

describe('the preview of a template', () => {
  const preview = async (id: string, template: { subject: string | null; body: string }) =>
    (
      await send(app, admin, 'POST', `/api/message-templates/${id}/preview`, template)
    ).json<MessagePreview>();

  test('has made-up data if no appointment fits @messages.preview', async () => {
    expect(
      await preview('finished.email', {
        subject: 'Thanks {{firstName}}',
        body: '{{services}}: {{amount}}',
      }),
    ).toEqual({
      subject: 'Thanks Alex',
      text: 'Oil Change: $89.50',
      link: 'http://localhost/appointment-link',
      appointmentId: null,
    });
  });

  test('has the data of the latest appointment that fits @messages.preview', async () => {
    const customer = await makePerson(app, 'customer', { firstName: 'Carla' });
    const mechanic = await makeMechanic(app, { firstName: 'Marcus' });
    const make = (date: string, status: 'confirmed' | 'completed') =>
      makeAppointment(app, { date, status, customer_id: customer.id, mechanic_id: mechanic.id });
    await make('2026-03-02', 'confirmed');
    const latest = await make('2026-03-04', 'confirmed');
    await make('2026-03-05', 'completed');
    const reminder = { subject: null, body: 'Hi {{firstName}}: {{mechanic}}, {{when}}\n{{link}}' };
    expect(await preview('reminder_day.sms', reminder)).toEqual({
      subject: null,
      text: `Hi Carla: Marcus, Wed, Mar 4 at 10:00 AM (tomorrow)\nhttp://localhost/appointment-link`,
      link: 'http://localhost/appointment-link',
      appointmentId: latest,
    });
    const job = { subject: 'For {{firstName}}', body: 'For {{firstName}}' };
    expect(await preview('job_assigned.push', job)).toMatchObject({ subject: 'For Marcus' });
    expect(await preview('office_booking.push', job)).toMatchObject({ subject: 'For Dana' });
    expect(
      await preview('office_message.email', { ...job, body: 'From {{customer}}' }),
    ).toMatchObject({ text: expect.stringContaining('From Carla') as string });
    expect(
      await preview('tomorrows_jobs.email', { subject: '{{day}}', body: '{{jobs}}, that is all' }),
    ).toMatchObject({ subject: 'Wednesday, March 4' });
  });

  test('contains no code or link that works @messages.preview', async () => {
    const code = { subject: 'Your code', body: '{{code}}, for {{minutes}} minutes' };
    expect(await preview('booking_code.email', code)).toEqual({
      subject: 'Your code',
      text: '123456, for 10 minutes',
      link: '',
      appointmentId: null,
    });
    const customer = await makePerson(app, 'customer', { firstName: 'Nora' });
    const details = { date: '2026-03-06', status: 'pending', customer_id: customer.id } as const;
    const appointmentId = await makeAppointment(app, details);
    const link = { subject: 'For {{firstName}}', body: '{{link}}' };
    expect(await preview('new_link.email', link)).toEqual({
      subject: 'For Nora',
      text: 'http://localhost/appointment-link',
      link: 'http://localhost/appointment-link',
      appointmentId,
    });
  });

  test('is refused with the reason if the template is invalid', async () => {
    const refused = await send(app, admin, 'POST', `${url}/preview`, {
      subject: 'New time',
      body: 'Because {{reason}}',
    });
    expect([refused.statusCode, refused.body]).toEqual([
      400,
      "{{reason}} isn't available in this message. Please remove it.",
    ]);
  });
});
