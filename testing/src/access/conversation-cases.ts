import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { assignEventNumbers } from '@curbwrench/server/database/outbox-queries';
import { makeMessages } from '../conversations.ts';
import type { AccessCase, CaseObject } from './run-case.ts';
import type { BusinessWithMarkers } from './business-with-markers.ts';

/** Creates the owner's conversation, with messages from both sides. */
export async function makeOwnerConversation(fixture: BusinessWithMarkers): Promise<CaseObject> {
  return makeConversation(fixture, fixture.owner.id);
}

/** Creates the assigned mechanic's conversation. */
async function makeMechanicConversation(fixture: BusinessWithMarkers): Promise<CaseObject> {
  return makeConversation(fixture, fixture.assignedMechanic.id);
}

async function makeConversation(fixture: BusinessWithMarkers, id: string): Promise<CaseObject> {
  const [at, db] = [fixture.clock.now(), fixture.store.kysely];
  await makeMessages(fixture, id, [
    { authorId: id, text: 'Is the part in?', at },
    { authorId: fixture.secondAdmin.id, text: 'It came this morning.', at },
  ]);
  await sql`
    update conversations set person_last_read_number = 0, office_last_read_number = 0 where person_id = ${id}
  `.execute(db);
  // Each viewer starts without notifications, since a conversation has at most one per recipient. The events of the
  // previous viewers are numbered first, because this creates the notifications to delete.
  await assignEventNumbers(db);
  await sql`delete from notifications where subject = 'conversation'`.execute(db);
  return { id, ownerId: id };
}

const ownerCase = {
  permission: 'conversations',
  make: makeOwnerConversation,
  missingId: 'nobody-1',
} as const;
const mechanicCase = {
  permission: 'conversations',
  make: makeMechanicConversation,
  missingId: 'nobody-1',
} as const;

/** The messages between the office and customers or mechanics. */
export const conversationCases: readonly AccessCase[] = [
  { ...ownerCase, name: 'conversations: one', endpoint: 'getConversation' },
  { ...mechanicCase, name: "conversations: a mechanic's", endpoint: 'getConversation' },
  { ...ownerCase, name: 'conversations: messages', endpoint: 'listMessages' },
  { ...mechanicCase, name: "conversations: a mechanic's messages", endpoint: 'listMessages' },
  {
    name: 'conversations: list',
    endpoint: 'listConversations',
    permission: 'conversations',
    isList: true,
    make: makeOwnerConversation,
  },
  {
    name: "conversations: list contains a mechanic's",
    endpoint: 'listConversations',
    permission: 'conversations',
    isList: true,
    make: makeMechanicConversation,
    query: 'limit=100',
  },
  { name: 'conversations: unread', endpoint: 'countUnread', permission: 'conversations' },
  {
    ...ownerCase,
    name: 'conversations: send',
    endpoint: 'sendMessage',
    body: () => ({ text: 'Thank you.', clientId: randomUUID() }),
  },
  {
    ...mechanicCase,
    name: 'conversations: send to a mechanic',
    endpoint: 'sendMessage',
    body: () => ({ text: 'Thank you.', clientId: randomUUID() }),
  },
  {
    ...ownerCase,
    name: 'conversations: mark as read',
    endpoint: 'markRead',
    allowedStatus: 204,
    body: () => ({ number: 1 }),
  },
  {
    ...mechanicCase,
    name: "conversations: mark a mechanic's as read",
    endpoint: 'markRead',
    allowedStatus: 204,
    body: () => ({ number: 2 }),
  },
];
