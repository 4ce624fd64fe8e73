import type { AuditEntry } from '@curbwrench/contract/audit/schemas';
import { addDays } from '@curbwrench/contract/fields/calendar';
import type { FastifyInstance } from 'fastify';
import { sealLatestEntries } from './seal-latest-entries.ts';
import { readAuditNames, type AuditNames } from './name-queries.ts';
import { listAuditEntries, type AuditRow } from './queries.ts';
import { toInstant } from '../application/rules/business-time.ts';
import { accepted } from '../application/rules/result.ts';
import { noSuchPage, registerEndpoint, setNextPageLink } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the endpoint that lets admins read the audit trail. */
export function auditRoutes(app: FastifyInstance, context: RouteContext): void {
  const { timeZone } = context.business;

  registerEndpoint(app, context, 'listAuditEntries', async ({ query, raw, reply }) => {
    const { from, to, ...rest } = query;
    // So that the page includes the latest changes.
    await sealLatestEntries(context);
    const page = await listAuditEntries(context.store.kysely, {
      ...rest,
      from: from === undefined ? undefined : toInstant(from, '00:00', timeZone),
      before: to === undefined ? undefined : toInstant(addDays(to, 1), '00:00', timeZone),
    });
    if (!page) return noSuchPage;
    setNextPageLink(raw, reply, page.next);
    const names = await readAuditNames(context.store.kysely, page.rows);
    return accepted(page.rows.map((row) => presentEntry(row, names)));
  });
}

function presentEntry(row: AuditRow, names: AuditNames): AuditEntry {
  return {
    number: row.number,
    at: row.at.toISOString(),
    actor:
      row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? 'Unknown person' },
    action: row.action,
    subject: {
      kind: row.subject,
      id: row.subject_id,
      name: names.getSubjectName(row.subject, row.subject_id),
    },
    changes: row.changes.map(({ field, before, after, erased, secret }) => ({
      field: toCamelCase(field),
      before,
      after,
      beforeName: names.getValueName(field, before),
      afterName: names.getValueName(field, after),
      erased,
      secret,
    })),
  };
}

/** Returns the API's name for a database column. */
function toCamelCase(column: string): string {
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
