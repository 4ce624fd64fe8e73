import type { Conversation, Message } from '@curbwrench/contract/conversations/schemas';
import type { FastifyInstance } from 'fastify';
import { markRead } from './mark-read.ts';
import { noConversation, sendMessage } from './send-message.ts';
import {
  conversationScopeOf,
  countUnread,
  findConversation,
  pageConversations,
  pageMessages,
  type ConversationRow,
  type MessageRow,
} from './queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import { accepted, refused } from '../application/rules/result.ts';
import { answerCall, linkNext } from '../http/call.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the calls for customers' and mechanics' conversations with the office. */
export function conversationRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  answerCall(app, context, 'listConversations', async ({ reader, query, raw, reply }) => {
    const page = await pageConversations(db, conversationScopeOf(reader), query);
    if (!page) return refused('invalid_request', "That page doesn't exist.");
    linkNext(raw, reply, page.next);
    return accepted(page.rows.map((row) => presentConversation(row, reader)));
  });

  answerCall(app, context, 'countUnread', async ({ reader }) =>
    accepted(await countUnread(db, conversationScopeOf(reader))),
  );

  answerCall(app, context, 'getConversation', async ({ reader, params }) => {
    const row = await findConversation(db, conversationScopeOf(reader), params.id);
    return row ? accepted(presentConversation(row, reader)) : noConversation;
  });

  answerCall(app, context, 'listMessages', async ({ reader, params, query, raw, reply }) => {
    const row = await findConversation(db, conversationScopeOf(reader), params.id);
    if (!row) return noConversation;
    const page = await pageMessages(db, params.id, query);
    if (!page) return refused('invalid_request', "That page doesn't exist.");
    linkNext(raw, reply, page.next);
    return accepted(page.rows.map((message) => presentMessage(message, reader)));
  });

  answerCall(app, context, 'sendMessage', async ({ reader, params, body, reply }) => {
    const sent = await sendMessage(context, reader, params.id, body);
    reply.code(201);
    return sent.ok ? accepted(presentMessage(sent.value, reader)) : sent;
  });

  answerCall(app, context, 'markRead', ({ reader, params, body }) =>
    markRead(context, reader, params.id, body.number),
  );
}

function presentConversation(row: ConversationRow, reader: Actor): Conversation {
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
    unread: row.unread,
    readUpTo: row.read_up_to,
    lastMessage: row.last_message && presentMessage(row.last_message, reader),
  };
}

function presentMessage(row: MessageRow, reader: Actor): Message {
  const isOwn = row.author_id === reader.id;
  return {
    number: row.number,
    from: row.author_id === row.person_id ? 'person' : 'office',
    isOwn,
    authorName: row.author_is_deleted ? null : nameFor(row, reader),
    text: row.text,
    sentAt: row.sent_at.toISOString(),
    clientId: isOwn ? row.client_id : null,
  };
}

/**
 * Returns the author's name for this reader: the person's full name. Of office staff, others see no more than
 * the job needs (an advisor can read customers, not colleagues): the person sees a first name, a colleague
 * enough to distinguish two of the same name.
 */
function nameFor(row: MessageRow, reader: Actor): string {
  const { author_first_name: first, author_last_name: last } = row;
  if (row.author_id === row.person_id || row.author_id === reader.id)
    return `${first} ${last}`.trim();
  if (row.person_id === reader.id) return first.trim();
  const initial = last.trim().codePointAt(0);
  return initial === undefined ? first.trim() : `${first} ${String.fromCodePoint(initial)}.`.trim();
}
