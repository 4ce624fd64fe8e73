import type { FileSource } from '@curbwrench/contract/customer-files/schemas';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/** A customer's id in the program that wrote an imported file. */
export interface ExternalCustomerId {
  readonly customerId: string;
  readonly externalId: string;
}

/** Stores the ids that customers have in the program that wrote a file. */
export async function insertExternalCustomerIds(
  trx: Trx,
  source: FileSource,
  ids: readonly ExternalCustomerId[],
): Promise<void> {
  await sql`
    insert into external_customer_ids (source, external_id, customer_id)
    select ${source}, "externalId", "customerId"
    from jsonb_to_recordset(${JSON.stringify(ids)}::jsonb)
      as added ("externalId" text, "customerId" text)
    on conflict do nothing
  `.execute(trx);
}

/** An import or export of a file, as the audit trail records it. */
interface Transfer {
  readonly id: string;
  readonly kind: 'import' | 'customer export' | 'vehicle export';
  readonly source: FileSource | null;
  readonly rowCount: number | null;
}

/** Records an import or an export for the audit trail. An import of several requests is recorded only once. */
export async function insertTransfer(
  trx: Trx,
  { id, kind, source, rowCount }: Transfer,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('customer_file_transfers')
    .values({ id, kind, source, row_count: rowCount, at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
