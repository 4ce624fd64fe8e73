import type { FastifyInstance } from 'fastify';
import { showAccountEmail } from './show-mail.ts';
import { listUnsentEmails, type EmailRow } from './queries.ts';
import { getUnsentText } from './rules.ts';
import { accepted } from '../application/rules/result.ts';
import { noSuchPage, registerEndpoint, setNextPageLink } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the mail routes: an admin lists and reads messages that could not be sent. */
export function mailRoutes(app: FastifyInstance, context: RouteContext): void {
  registerEndpoint(app, context, 'listAccountEmails', async ({ query, raw, reply }) => {
    const page = await listUnsentEmails(context.store.kysely, query);
    if (!page) return noSuchPage;
    setNextPageLink(raw, reply, page.next);
    const now = context.clock.now();
    return accepted(
      page.rows.map((row) => ({
        id: row.id,
        to: row.recipient,
        subject: row.subject,
        text: getListedText(row, now),
        at: row.created_at.toISOString(),
      })),
    );
  });

  registerEndpoint(app, context, 'showAccountEmail', async ({ viewer, params }) => {
    const result = await showAccountEmail(context, viewer, params.id);
    return result.ok ? accepted({ text: result.value }) : result;
  });
}

/** Returns a message's text for the list. The list contains no valid links, since reading a link is audited. */
function getListedText(mail: EmailRow, now: Date): string | null {
  const unsent = getUnsentText(mail, now);
  if (unsent.text === null) return `(${unsent.removalReason})`;
  return mail.link_expires_at === null ? unsent.text : null;
}
