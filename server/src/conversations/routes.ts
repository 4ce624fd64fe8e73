import type { Conversation, Message } from '@curbwrench/contract/conversations/schemas';
import type { FastifyInstance } from 'fastify';
import { markRead } from './mark-read.ts';
import { noSuchConversation, sendMessage } from './send-message.ts';
import {
  getConversationScope,
  countUnread,
  findConversation,
  listConversations,
  listMessages,
  type ConversationRow,
  type MessageRow,
} from './queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import { accepted } from '../application/rules/result.ts';
import { noSuchPage, registerEndpoint, setNextPageLink } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';

/**
 * Registers the conversation routes: list, count, read and write messages between customers or mechanics and the
 * office.
 */
export function conversationRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'listConversations', async ({ viewer, query, raw, reply }) => {
    const page = await listConversations(db, getConversationScope(viewer), query);
    if (!page) return noSuchPage;
    setNextPageLink(raw, reply, page.next);
    return accepted(page.rows.map((row) => presentConversation(row, viewer)));
  });

  registerEndpoint(app, context, 'countUnread', async ({ viewer }) =>
    accepted(await countUnread(db, getConversationScope(viewer))),
  );

  registerEndpoint(app, context, 'getConversation', async ({ viewer, params }) => {
    const row = await findConversation(db, getConversationScope(viewer), params.id);
    return row ? accepted(presentConversation(row, viewer)) : noSuchConversation;
  });

  registerEndpoint(app, context, 'listMessages', async ({ viewer, params, query, raw, reply }) => {
    const row = await findConversation(db, getConversationScope(viewer), params.id);
    if (!row) return noSuchConversation;
    const page = await listMessages(db, params.id, query);
    if (!page) return noSuchPage;
    setNextPageLink(raw, reply, page.next);
    return accepted(page.rows.map((message) => presentMessage(message, viewer)));
  });

  registerEndpoint(app, context, 'sendMessage', async ({ viewer, params, body, reply }) => {
    const sent = await sendMessage(context, viewer, params.id, body);
    reply.code(201);
    return sent.ok ? accepted(presentMessage(sent.value, viewer)) : sent;
  });

  registerEndpoint(app, context, 'markRead', ({ viewer, params, body }) =>
    markRead(context, viewer, params.id, body.number),
  );
}

function presentConversation(row: ConversationRow, viewer: Actor): Conversation {
  return {
    id: row.id,
    person: {
      firstName: row.first_name,
      lastName: row.last_name,
      role: row.role,
      profileImageUrl: row.image,
      isDeleted: row.is_deleted,
    },
    canReceive: row.can_receive,
    replyChannels: [...row.reply_channels],
    unread: row.unread,
    readUpTo: row.read_up_to,
    lastMessage: row.last_message && presentMessage(row.last_message, viewer),
  };
}

function presentMessage(row: MessageRow, viewer: Actor): Message {
  const isOwn = row.author_id === viewer.id;
  return {
    number: row.number,
    from: row.author_id === row.person_id ? 'person' : 'office',
    isOwn,
    authorName: row.author_is_deleted ? null : formatAuthorName(row, viewer),
    text: row.text,
    sentAt: row.sent_at.toISOString(),
    linkAppointmentId: row.link_appointment_id,
    sentBySms: row.by_text,
    clientId: isOwn ? row.client_id : null,
  };
}

/**
 * Returns the author's name as this viewer may see it: in full if the author is the conversation's person or the
 * viewer. For other office staff, the person sees only the first name; colleagues also see the last initial.
 */
function formatAuthorName(row: MessageRow, viewer: Actor): string {
  const { author_first_name: firstName, author_last_name: lastName } = row;
  if (row.author_id === row.person_id || row.author_id === viewer.id)
    return `${firstName} ${lastName}`.trim();
  if (row.person_id === viewer.id) return firstName.trim();
  const initial = lastName.trim().codePointAt(0);
  return initial === undefined
    ? firstName.trim()
    : `${firstName} ${String.fromCodePoint(initial)}.`.trim();
}
