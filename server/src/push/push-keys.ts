import { createECDH } from 'node:crypto';
import type { Store } from '../database/connection/store.ts';
import { insertPushKeys } from './changes.ts';
import { findPushKeys, type PushKeys } from './push-key-queries.ts';

/**
 * Returns the server's key pair for web push, and creates it at the first start. All processes of a business get the
 * same pair, even if they start at the same time. Browsers subscribe with the public key, so a new pair would
 * invalidate every subscription. The pair is therefore never replaced, and backups include it.
 */
export async function readOrCreatePushKeys({ kysely }: Store): Promise<PushKeys> {
  const stored = await findPushKeys(kysely);
  if (stored) return stored;
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  // Node omits leading zeros, but the key has 32 bytes.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  await insertPushKeys(kysely, { publicKey, privateKey: privateKey.toString('base64url') });
  const keys = await findPushKeys(kysely);
  if (!keys) throw new Error('The key pair for web push was not stored.');
  return keys;
}
