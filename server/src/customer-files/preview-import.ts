import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type {
  FileSource,
  ImportPreview,
  ImportRow,
  PreviewedRow,
} from '@curbwrench/contract/customer-files/schemas';
import { findVinWarning } from '@curbwrench/contract/vehicles/vin';
import type { Actor } from '../application/rules/actor.ts';
import type { Result } from '../application/rules/result.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';
import { recordPreview } from './preview-changes.ts';
import { loadExistingCustomers } from './existing-customer-queries.ts';
import { parseFile } from './parse-file.ts';
import { ExistingCustomers } from './rules/existing-customers.ts';
import { applyPlan, planRow } from './rules/plan-row.ts';
import { readRow, type RowReading } from './rules/read-row.ts';

/** The number of rows that are previewed before the event loop handles other requests. */
const rowsPerBatch = 250;

/**
 * Reads a file and returns what importing each of its rows would do. The file is not stored: to import rows, the client
 * sends them back. Only the import's id is stored, to check that this person has seen the preview.
 */
export async function previewImport(
  context: Context,
  actor: Actor,
  bytes: Buffer,
): Promise<Result<ImportPreview>> {
  const parsed = await parseFile(bytes);
  if (!parsed.ok) return parsed;
  const { columns, rows: fileRows, notice } = parsed.value;
  const latestYear = Number(getCurrentTime(context).local.date.slice(0, 4)) + 1;
  const existingCustomers = new ExistingCustomers();
  const rows: PreviewedRow[] = [];
  for (let start = 0; start < fileRows.length; start += rowsPerBatch) {
    const readings = fileRows
      .slice(start, start + rowsPerBatch)
      .map(({ number, cells }) => readRow(cells, number, columns, latestYear));
    rows.push(...(await previewRows(context, existingCustomers, columns.source, readings)));
    await yieldToEventLoop();
  }
  const { source, ignoredHeaders } = columns;
  const importId = randomUUID();
  return runInTransaction(context, actor.id, async (trx) => {
    await recordPreview(trx, actor.id, importId, getCurrentTime(context).now);
    return done({ importId, source, ignoredHeaders: [...ignoredHeaders], notice, rows }, []);
  });
}

async function previewRows(
  context: Context,
  existingCustomers: ExistingCustomers,
  source: FileSource,
  rows: readonly RowReading[],
): Promise<PreviewedRow[]> {
  const inputs = rows.flatMap(({ input }) => input ?? []);
  await loadExistingCustomers(context.store.kysely, existingCustomers, source, inputs, {
    shouldLock: false,
  });
  return rows.map((row) => {
    const { input, reason } = row;
    return input ? previewRow(row, input, existingCustomers) : refuseRow(row, reason);
  });
}

function refuseRow({ row, name }: Pick<RowReading, 'row' | 'name'>, reason: string): PreviewedRow {
  return {
    row,
    name,
    outcome: 'refused',
    existingName: null,
    sameAsRow: null,
    adds: [],
    reason,
    warning: null,
    planned: null,
  };
}

function previewRow(
  { name, warning }: Pick<RowReading, 'name' | 'warning'>,
  input: ImportRow,
  existingCustomers: ExistingCustomers,
): PreviewedRow {
  const plan = planRow(input, existingCustomers);
  if (plan.outcome === 'refused') return refuseRow({ row: input.row, name }, plan.reason);
  const { outcome, customer, adds } = plan;
  const customerId = customer?.id ?? randomUUID();
  applyPlan(input, plan, existingCustomers, customerId);
  const { vehicle } = input;
  const vinWarning =
    vehicle && outcome !== 'same' ? findVinWarning(vehicle.vin, vehicle.year) : null;
  const warnings = [
    ...(warning === null ? [] : [warning]),
    ...(plan.outcome !== 'new' && plan.warning !== null ? [plan.warning] : []),
    ...(vinWarning === null ? [] : [`VIN: ${vinWarning}`]),
  ];
  return {
    row: input.row,
    name,
    outcome,
    existingName: customer ? `${customer.firstName} ${customer.lastName}`.trim() : null,
    sameAsRow: customer?.addedByRow ?? null,
    adds: [...adds],
    reason: null,
    warning: warnings.join(' ') || null,
    planned: outcome === 'same' ? null : { ...input, outcome, customerId, adds: [...adds] },
  };
}
