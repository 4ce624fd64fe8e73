import { randomUUID } from 'node:crypto';
import type {
  Conversation,
  Message,
  UnreadCounts,
} from '@curbwrench/contract/conversations/schemas';
import type { Notification } from '@curbwrench/contract/notifications/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getSqlState } from '../database/connection/errors.ts';
import { assignEventNumbers } from '../database/outbox-queries.ts';
import { makeMechanic, makePerson, type Person } from '@curbwrench/testing/builders';
import { postMessage, postAcceptedMessage } from '@curbwrench/testing/conversations';
import { hashTestPassword } from '@curbwrench/testing/passwords';
import {
  read,
  readPages,
  send,
  sortedStatuses,
  type TestResponse,
} from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

const password = 'correct horse battery';

let app: TestApp;
let customer: Person;
let mechanic: Person;
let advisor: Person;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  await sql`delete from rate_limits`.execute(app.store.kysely);
  customer = await makePerson(app, 'customer', { firstName: 'Casey', lastName: 'Morgan' });
  mechanic = await makeMechanic(app, { firstName: 'Marcus', lastName: 'Bell' });
  advisor = await makePerson(app, 'service_advisor', { firstName: 'Avery', lastName: 'Cole' });
  admin = await makePerson(app, 'admin', { firstName: 'Dana', lastName: 'Whitaker' });
});
afterAll(() => app.stop());

const listMessages = (viewer: Person, person: Person, query = '') =>
  readPages<Message>(app, viewer, `/api/conversations/${person.id}/messages${query}`);
const listTexts = async (viewer: Person, person: Person) =>
  (await listMessages(viewer, person)).map(({ text }) => text);
const readConversation = (viewer: Person, person: Person) =>
  read<Conversation>(app, viewer, `/api/conversations/${person.id}`);
const readUnreadCounts = (viewer: Person) =>
  read<UnreadCounts>(app, viewer, '/api/conversations/counts');
const markRead = (viewer: Person, person: Person, number: number) =>
  send(app, viewer, 'POST', `/api/conversations/${person.id}/read`, { number });

describe('a message', () => {
  test('is visible to both sides, with author and time, newest first', async () => {
    await postAcceptedMessage(app, customer, customer.id, 'Is the part in?');
    await postAcceptedMessage(app, advisor, customer.id, 'It came this morning.');
    expect(await listMessages(customer, customer)).toEqual([
      {
        number: 2,
        from: 'office',
        isOwn: false,
        authorName: 'Avery',
        text: 'It came this morning.',
        sentAt: app.clock.now().toISOString(),
        linkAppointmentId: null,
        sentBySms: false,
        clientId: null,
      },
      {
        number: 1,
        from: 'person',
        isOwn: true,
        authorName: 'Casey Morgan',
        text: 'Is the part in?',
        sentAt: app.clock.now().toISOString(),
        linkAppointmentId: null,
        sentBySms: false,
        clientId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      },
    ]);
    const names = async (viewer: Person) =>
      (await listMessages(viewer, customer)).map(({ authorName, isOwn }) => [authorName, isOwn]);
    expect(await names(admin)).toEqual([
      ['Avery C.', false],
      ['Casey Morgan', false],
    ]);
    expect(await names(advisor)).toEqual([
      ['Avery Cole', true],
      ['Casey Morgan', false],
    ]);
  });

  test('is trimmed but keeps its inner line breaks, and must have 1 to 4,000 characters', async () => {
    const { text } = await postAcceptedMessage(
      app,
      customer,
      customer.id,
      '  one\n\ntwo <b>&amp;</b> \n',
    );
    expect(text).toBe('one\n\ntwo <b>&amp;</b>');
    expect(
      (await postAcceptedMessage(app, customer, customer.id, 'x'.repeat(4000))).text,
    ).toHaveLength(4000);
    for (const invalidText of ['', ' \n ', 'x'.repeat(4001), 'a\u0000b', '\ud800']) {
      expect((await postMessage(app, customer, customer.id, invalidText)).statusCode).toBe(400);
    }
    expect(await listMessages(customer, customer)).toHaveLength(2);
  });

  test('that is sent again gets the same response and is stored only once, even for concurrent requests', async () => {
    const id = randomUUID();
    const sendAgain = () => postMessage(app, customer, customer.id, 'Once.', id);
    const responses = await Promise.all(Array.from({ length: 8 }, sendAgain));
    const retry = await sendAgain();
    expect(retry.statusCode).toBe(201);
    expect(responses.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      responses.map(() => [201, retry.body]),
    );
    expect(await listTexts(customer, customer)).toEqual(['Once.']);
    // Someone else's client may have generated the same id.
    expect((await postMessage(app, advisor, customer.id, 'Mine.', id)).statusCode).toBe(201);
  });

  test('is refused if it differs from a previous message with the same client id', async () => {
    const id = randomUUID();
    await postMessage(app, advisor, customer.id, 'Once.', id);
    const other = await postMessage(app, advisor, customer.id, 'Twice.', id);
    expect([other.statusCode, other.body]).toEqual([422, 'That id was used for another message.']);
    expect((await postMessage(app, advisor, mechanic.id, 'Once.', id)).statusCode).toBe(422);
    expect((await readConversation(advisor, mechanic)).lastMessage).toBeNull();

    const sharedId = randomUUID();
    const responses = await Promise.all([
      postMessage(app, admin, customer.id, 'Here.', sharedId),
      postMessage(app, admin, mechanic.id, 'Here.', sharedId),
    ]);
    expect(sortedStatuses(responses)).toEqual([201, 422]);
  });

  test('sent at the same time as others gets its own number, and both sides see the same order', async () => {
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        postAcceptedMessage(
          app,
          index % 2 === 0 ? customer : advisor,
          customer.id,
          `Message ${index}`,
        ),
      ),
    );
    const numbers = sent.map(({ number }) => number).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    const [seenByCustomer, seenByOffice] = [
      await listTexts(customer, customer),
      await listTexts(admin, customer),
    ];
    expect(seenByCustomer).toEqual(
      sent.toSorted((a, b) => b.number - a.number).map(({ text }) => text),
    );
    expect(seenByOffice).toEqual(seenByCustomer);
  });

  test('can be neither changed nor deleted', async () => {
    await postAcceptedMessage(app, customer, customer.id, 'As it was.');
    for (const attempt of [
      sql`update messages set text = 'Another.' where person_id = ${customer.id}`,
      sql`update messages set text = null, author_id = ${admin.id} where person_id = ${customer.id}`,
      sql`delete from messages where person_id = ${customer.id}`,
    ]) {
      await expect(attempt.execute(app.store.kysely)).rejects.toSatisfy(
        (error) => getSqlState(error) === '42501',
      );
    }
    expect(await listTexts(customer, customer)).toEqual(['As it was.']);
  });
});

describe('paging', () => {
  test('backward through messages neither skips nor repeats any while new ones arrive', async () => {
    for (let number = 1; number <= 23; number += 1)
      await postAcceptedMessage(app, customer, customer.id, `No. ${number}`);
    const messages = await readPages<Message>(
      app,
      advisor,
      `/api/conversations/${customer.id}/messages?limit=5`,
      async () => {
        await postAcceptedMessage(app, advisor, customer.id, 'A new one.');
      },
    );
    expect(messages.map(({ number }) => number)).toEqual(
      Array.from({ length: 23 }, (_, index) => 23 - index),
    );
  });

  test('through conversations shows each once, newest first', async () => {
    const people = await Promise.all(
      Array.from({ length: 7 }, () => makePerson(app, 'customer', { lastName: 'Pagesby' })),
    );
    for (const person of people) {
      app.clock.set(new Date(app.clock.now().getTime() + 60_000));
      await postAcceptedMessage(app, person, person.id, 'Hello.');
    }
    const rows = await readPages<Conversation>(
      app,
      advisor,
      '/api/conversations?search=PAGESBY&limit=3',
    );
    expect(rows.map(({ id }) => id)).toEqual(people.map(({ id }) => id).toReversed());
  });
});

describe('the unread count', () => {
  test("counts the other side's messages after the read marker, which the whole office shares", async () => {
    const before = await readUnreadCounts(admin);
    await postAcceptedMessage(app, customer, customer.id, 'One.');
    await postAcceptedMessage(app, customer, customer.id, 'Two.');
    expect(await readUnreadCounts(customer)).toEqual({ conversations: 0, messages: 0 });
    expect(await readUnreadCounts(admin)).toEqual({
      conversations: before.conversations + 1,
      messages: before.messages + 2,
    });
    const listUnread = (viewer: Person) =>
      readPages<Conversation>(app, viewer, '/api/conversations?unread=true');
    expect((await listUnread(admin)).map(({ id, unread }) => [id, unread])).toContainEqual([
      customer.id,
      2,
    ]);

    expect((await markRead(advisor, customer, 1)).statusCode).toBe(204);
    expect(await readConversation(admin, customer)).toMatchObject({ unread: 1, readUpTo: 1 });
    expect((await markRead(advisor, customer, 2)).statusCode).toBe(204);
    expect((await markRead(admin, customer, 1)).statusCode).toBe(204);
    expect(await readConversation(admin, customer)).toMatchObject({ unread: 0, readUpTo: 2 });
    expect(await readUnreadCounts(admin)).toEqual(before);
    expect((await listUnread(admin)).map(({ id }) => id)).not.toContain(customer.id);
  });

  test("of a person includes the office's messages, which the office's count excludes", async () => {
    const before = await readUnreadCounts(admin);
    await postAcceptedMessage(app, admin, mechanic.id, 'Please call in.');
    await postAcceptedMessage(app, advisor, mechanic.id, 'It is about Friday.');
    expect(await readUnreadCounts(mechanic)).toEqual({ conversations: 1, messages: 2 });
    expect(await readUnreadCounts(admin)).toEqual(before);
    expect(
      await read<Conversation[]>(app, mechanic, '/api/conversations?unread=true'),
    ).toHaveLength(1);
    await markRead(mechanic, mechanic, 2);
    expect(await readUnreadCounts(mechanic)).toEqual({ conversations: 0, messages: 0 });
    expect(await read<Conversation[]>(app, mechanic, '/api/conversations?unread=true')).toEqual([]);
  });

  test('is not cleared by a reply from someone who had not seen the messages', async () => {
    await postAcceptedMessage(app, customer, customer.id, 'One.');
    await postAcceptedMessage(app, advisor, customer.id, 'This is about something else.');
    expect(await readConversation(admin, customer)).toMatchObject({ unread: 1 });
  });

  test('cannot be cleared by a read marker beyond the last message', async () => {
    await postAcceptedMessage(app, customer, customer.id, 'One.');
    for (const number of [2, 2_147_483_647]) {
      const refused = await markRead(advisor, customer, number);
      expect([refused.statusCode, refused.body]).toEqual([400, 'Message not found.']);
    }
    expect((await markRead(advisor, mechanic, 1)).statusCode).toBe(400);
    expect(await readConversation(admin, customer)).toMatchObject({ unread: 1, readUpTo: 0 });
  });

  test('of an admin who works as a mechanic includes messages to them in their own conversation', async () => {
    await makeMechanic(app, { firstName: 'Other' });
    await sql`insert into mechanics (person_id, available) values (${admin.id}, true)`.execute(
      app.store.kysely,
    );
    const before = await readUnreadCounts(admin);
    await postAcceptedMessage(app, advisor, admin.id, 'Can you take the van?');
    expect(await readUnreadCounts(admin)).toEqual({
      conversations: before.conversations + 1,
      messages: before.messages + 1,
    });
    await postAcceptedMessage(app, admin, admin.id, 'Yes.');
    expect(await readConversation(advisor, admin)).toMatchObject({ unread: 1 });
    await markRead(admin, admin, 2);
    expect(await readUnreadCounts(admin)).toEqual(before);
    expect(await readConversation(advisor, admin)).toMatchObject({ unread: 1 });
  });
});

describe('a person who', () => {
  test('has never written has an empty conversation, while advisors and admins have none', async () => {
    expect(await readConversation(customer, customer)).toMatchObject({
      unread: 0,
      readUpTo: 0,
      lastMessage: null,
      canReceive: true,
    });
    expect(await readConversation(advisor, mechanic)).toMatchObject({
      person: { firstName: 'Marcus', lastName: 'Bell', role: 'mechanic', isDeleted: false },
      lastMessage: null,
    });
    expect(await read<Conversation[]>(app, customer, '/api/conversations')).toEqual([]);
    for (const staffMember of [advisor, admin]) {
      expect(
        (await send(app, admin, 'GET', `/api/conversations/${staffMember.id}`)).statusCode,
      ).toBe(404);
      expect((await postMessage(app, admin, staffMember.id, 'Hello?')).statusCode).toBe(404);
    }
  });

  test('is deactivated cannot be sent messages, but their previous messages remain', async () => {
    await postAcceptedMessage(app, customer, customer.id, 'Before.');
    await send(app, admin, 'POST', `/api/users/${customer.id}/activation`, { active: false });
    expect(await readConversation(advisor, customer)).toMatchObject({ canReceive: false });
    const refused = await postMessage(app, advisor, customer.id, 'After.');
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      "This person can't log in, so they won't see your message.",
    ]);
    expect(await listTexts(admin, customer)).toEqual(['Before.']);
  });

  test('deletes their account loses their name and their own messages', async () => {
    await postAcceptedMessage(app, customer, customer.id, 'I live at 5 Elm Street.');
    await postAcceptedMessage(app, advisor, customer.id, 'Thank you.');
    await deleteAccount(customer);
    await deleteAccount(advisor);
    const { person, canReceive } = await readConversation(admin, customer);
    expect([person.isDeleted, canReceive]).toEqual([true, false]);
    expect(`${person.firstName} ${person.lastName}`).toBe('Deleted person');
    const messages = await listMessages(admin, customer);
    expect(messages.map(({ authorName, text, from }) => [from, authorName, text])).toEqual([
      ['office', null, 'Thank you.'],
      ['person', null, null],
    ]);
    expect((await postMessage(app, admin, customer.id, 'Hello?')).statusCode).toBe(409);
  });

  test('deletes their account while sending messages leaves no text behind', async () => {
    await setPassword(customer);
    const writing = Array.from({ length: 6 }, (_, index) =>
      postMessage(app, customer, customer.id, `My address, part ${index}.`),
    );
    const responses = await Promise.all([...writing, requestDeletion(customer)]);
    expect(responses.at(-1)?.statusCode).toBe(204);
    expect(responses.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    expect((await listTexts(admin, customer)).filter((text) => text !== null)).toEqual([]);
  });

  /** Deletes an account as its owner would, with their password. */
  async function deleteAccount(person: Person): Promise<void> {
    await setPassword(person);
    expect((await requestDeletion(person)).statusCode).toBe(204);
  }

  async function setPassword({ id }: Person): Promise<void> {
    await sql`insert into credentials (id, subject, provider_id, account_id, password, created_at, updated_at)
      values (${randomUUID()}, ${id}, 'credential', ${id}, ${await hashTestPassword(password)}, now(), now())
    `.execute(app.store.kysely);
  }

  function requestDeletion(person: Person): Promise<TestResponse> {
    return send(app, person, 'POST', '/api/account/delete', { password });
  }
});

test('the limit on messages stops a flood from one person, and does not affect others', async () => {
  const responses = [];
  for (let index = 0; index < 101; index += 1) {
    responses.push(await postMessage(app, customer, customer.id, `Flood ${index}`));
  }
  expect(responses.slice(0, 100).every(({ statusCode }) => statusCode === 201)).toBe(true);
  expect(responses.at(-1)?.statusCode).toBe(429);
  expect(await listMessages(customer, customer)).toHaveLength(100);
  expect((await postMessage(app, mechanic, mechanic.id, 'Unhindered.')).statusCode).toBe(201);
  expect((await postMessage(app, advisor, customer.id, 'Unhindered.')).statusCode).toBe(201);
});

test("a message's notification stays unread for the recipient's side until someone there reads the message", async () => {
  const readLatest = async (viewer: Person) => {
    await assignEventNumbers(app.store.kysely);
    const [notification] = await read<Notification[]>(app, viewer, '/api/notifications');
    return notification && [notification.kind, notification.subject.id, notification.read];
  };
  await postAcceptedMessage(app, customer, customer.id, 'Hello?');
  expect(await readLatest(advisor)).toEqual(['message', customer.id, false]);
  expect(await readLatest(admin)).toEqual(['message', customer.id, false]);
  expect(await readLatest(customer)).toBeUndefined();
  expect(await readLatest(mechanic)).toBeUndefined();
  await postAcceptedMessage(app, customer, customer.id, 'Still there?');
  await readLatest(advisor);
  await markRead(advisor, customer, 1);
  expect(await readLatest(admin)).toEqual(['message', customer.id, false]);
  await markRead(advisor, customer, 2);
  expect(await readLatest(admin)).toEqual(['message', customer.id, true]);
  expect(await readLatest(advisor)).toEqual(['message', customer.id, true]);

  await postAcceptedMessage(app, advisor, customer.id, 'Yes.');
  expect(await readLatest(customer)).toEqual(['message', customer.id, false]);
  expect(await readLatest(admin)).toEqual(['message', customer.id, true]);
  await markRead(customer, customer, 3);
  expect(await readLatest(customer)).toEqual(['message', customer.id, true]);
});

test("a message's event contains only the person's id; an unchanged read marker sends no event", async () => {
  const { rows: before } = await sql<{ last: number }>`
    select coalesce(max(id), 0) as last from outbox`.execute(app.store.kysely);
  await postAcceptedMessage(app, customer, customer.id, 'A secret.');
  await markRead(advisor, customer, 1);
  await markRead(advisor, customer, 1);
  const { rows } = await sql`
    select kind, subject_id, customer_id, mechanic_id from outbox
    where id > ${before[0]?.last ?? 0} and kind <> 'notification' order by id`.execute(
    app.store.kysely,
  );
  const event = {
    kind: 'conversation',
    subject_id: customer.id,
    customer_id: customer.id,
    mechanic_id: null,
  };
  expect(rows).toEqual([event, event]);
});
