import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Actor } from '../application/rules/actor.ts';
import type { Result } from '../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';
import { insertTransfer } from './customer-file-changes.ts';
import { readCustomers, readVehicles } from './export-queries.ts';
import {
  byteOrderMark,
  customerHeaders,
  formatCustomer,
  formatVehicle,
  vehicleHeaders,
} from './rules/export-lines.ts';
import { formatCsvLine } from './rules/csv-text.ts';

/** Returns all customers as a CSV file, streamed from the database. The audit trail records who exported them. */
export async function exportCustomers(context: Context, actor: Actor): Promise<Result<Readable>> {
  return exportFile(context, actor, 'customer export', () =>
    formatPages(customerHeaders, readCustomers(context.store.kysely), formatCustomer),
  );
}

/** Returns all customers' vehicles as a CSV file, like `exportCustomers`. */
export async function exportVehicles(context: Context, actor: Actor): Promise<Result<Readable>> {
  return exportFile(context, actor, 'vehicle export', () =>
    formatPages(vehicleHeaders, readVehicles(context.store.kysely), formatVehicle),
  );
}

async function exportFile(
  context: Context,
  actor: Actor,
  kind: 'customer export' | 'vehicle export',
  createPages: () => AsyncGenerator<string>,
): Promise<Result<Readable>> {
  const recorded = await runInTransaction(context, actor.id, async (trx) => {
    const transfer = { id: randomUUID(), kind, source: null, rowCount: null };
    await insertTransfer(trx, transfer, context.clock.now());
    return done(null, []);
  });
  if (!recorded.ok) return recorded;
  // The first page is read before the response begins, so that a failure still results in an error response.
  const pages = createPages();
  const first = await pages.next();
  return { ok: true, value: Readable.from(first.done ? [] : prepend(first.value, pages)) };
}

async function* prepend(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

async function* formatPages<Row>(
  headers: readonly string[],
  pages: AsyncGenerator<readonly Row[]>,
  format: (row: Row) => string,
): AsyncGenerator<string> {
  let prefix = byteOrderMark + formatCsvLine(headers);
  for await (const rows of pages) {
    yield prefix + rows.map(format).join('');
    prefix = '';
  }
}
