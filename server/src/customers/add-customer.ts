import { randomUUID } from 'node:crypto';
import type { CustomerInput } from '@curbwrench/contract/customers/schemas';
import { insertCustomer } from '../accounts/changes/customer-changes.ts';
import { personChanged } from '../application/events.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';
import { claimKey, storeReply } from '../database/idempotency-changes.ts';
import type { IdempotencyKey } from '../database/rules/idempotency-key.ts';
import { findCustomer, type CustomerRow } from './customer-queries.ts';

/** A request to add a customer. */
export interface NewCustomerRequest {
  readonly input: CustomerInput;
  /** Null when the client sent no Idempotency-Key. */
  readonly idempotencyKey: IdempotencyKey | null;
  /** Returns the exact text of the reply, which is stored so that a repeated request gets the same bytes. */
  readonly createReply: (customer: CustomerRow) => string;
}

/**
 * Adds a customer without an account and returns the reply. Another customer may have the same phone number or email
 * address: families and companies share them. A repeated request with the same key adds nothing and returns the first
 * reply.
 */
export async function addCustomer(
  context: Context,
  actor: Actor,
  { input, idempotencyKey, createReply }: NewCustomerRequest,
): Promise<Result<string>> {
  const id = randomUUID();
  const { now, local } = getCurrentTime(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const previous = idempotencyKey && (await claimKey(trx, idempotencyKey));
    if (previous?.hasSameBody) return done(previous.reply, []);
    if (previous) {
      return refused('idempotency_mismatch', 'That key was used for another customer.');
    }
    await insertCustomer(trx, { id, ...input }, now);
    const added = await findCustomer(trx, id, local.date);
    if (!added) throw new Error('The inserted customer is missing.');
    const reply = createReply(added);
    if (idempotencyKey) await storeReply(trx, idempotencyKey, reply, now);
    return done(reply, [personChanged(id)]);
  });
}
