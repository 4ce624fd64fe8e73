import { messageKinds } from '@curbwrench/contract/messaging/kinds';
import type { MessageLogEntry } from '@curbwrench/contract/messaging/schemas';
import type { FastifyInstance } from 'fastify';
import { accepted } from '../application/rules/result.ts';
import { noSuchPage, registerEndpoint, setNextPageLink } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { listMessageLog, type MessageLogRow } from './queries/message-log.ts';

/**
 * Registers the routes of the message log: the delivery state of each message, and which channels are set up. Only
 * admins see addresses and content.
 */
export function messageLogRoutes(app: FastifyInstance, context: RouteContext): void {
  registerEndpoint(app, context, 'getMessageChannels', () =>
    Promise.resolve(accepted({ ...context.messageChannelsSetUp })),
  );

  registerEndpoint(app, context, 'listMessageLog', async ({ viewer, query, raw, reply }) => {
    const page = await listMessageLog(context.store.kysely, query);
    if (!page) return noSuchPage;
    setNextPageLink(raw, reply, page.next);
    return accepted(page.rows.map((row) => presentMessage(row, viewer.role === 'admin')));
  });
}

function presentMessage(row: MessageLogRow, isAdmin: boolean): MessageLogEntry {
  // Advisors don't see which colleagues in the office got a message.
  const isNameShown = isAdmin || messageKinds[row.kind].audience !== 'office';
  return {
    ...row,
    recipientName: isNameShown ? row.recipientName : 'the office',
    recipient: isAdmin ? row.recipient : null,
    subject: isAdmin ? row.subject : null,
    text: isAdmin ? row.text : null,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  };
}
