import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** The key pair with which the server identifies itself to push services. Both keys are on the curve P-256. */
export interface PushKeys {
  /** An uncompressed point: 65 bytes in base64url. Browsers subscribe with it. */
  readonly publicKey: string;
  /** Secret: 32 bytes in base64url. */
  readonly privateKey: string;
}

/** Returns the stored key pair; null until the first start has created it. */
export async function findPushKeys(db: Kysely<Database>): Promise<PushKeys | null> {
  const { rows } = await sql<PushKeys>`
    select public_key as "publicKey", private_key as "privateKey" from push_keys
  `.execute(db);
  return rows[0] ?? null;
}
