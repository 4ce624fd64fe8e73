import type { FastifyInstance } from 'fastify';
import { pageUnsentMails } from '../db/mails.ts';
import { accepted, refused } from '../domain/outcome.ts';
import { answerCall, linkNext } from './call.ts';
import type { RouteContext } from './route-context.ts';

/** What is shown of a message whose link has ended. */
const removed = '(The text was removed: its link has ended.)';

/** The local outbox (D2, D3): messages that could not leave, for an admin to read. */
export function mailRoutes(app: FastifyInstance, context: RouteContext): void {
  answerCall(app, context, 'listMails', async ({ query, raw, reply }) => {
    const page = await pageUnsentMails(context.store.kysely, query);
    if (!page) return refused('invalid_request', 'That page is not known.');
    linkNext(raw, reply, page.next);
    const now = context.clock.now();
    return accepted(
      page.rows.map((row) => ({
        id: row.id,
        to: row.recipient,
        subject: row.subject,
        text:
          row.secret_until !== null && row.secret_until <= now ? removed : (row.text ?? removed),
        at: row.created_at.toISOString(),
      })),
    );
  });
}
