import { maxBatchBytes, maxBatchRows } from '@curbwrench/contract/customer-files/limits';
import type { ImportPreview } from '@curbwrench/contract/customer-files/schemas';

type PlannedRow = NonNullable<ImportPreview['rows'][number]['planned']>;

/** Returns the preview's rows that would add something, in the file's order. */
export function listPlannedRows({ rows }: Pick<ImportPreview, 'rows'>): PlannedRow[] {
  return rows.flatMap(({ planned }) => planned ?? []);
}

/** Splits rows into batches that are small enough for the server to accept. */
export function splitRows(rows: readonly PlannedRow[]): PlannedRow[][] {
  const encoder = new TextEncoder();
  const batches: PlannedRow[][] = [];
  let batch: PlannedRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    // The row and the comma after it.
    const length = encoder.encode(JSON.stringify(row)).length + 1;
    if (batch.length === maxBatchRows || (batch.length > 0 && bytes + length > maxBatchBytes)) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(row);
    bytes += length;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
