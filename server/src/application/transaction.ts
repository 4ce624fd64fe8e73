import type * as kysely from 'kysely';
import { linkEnded, notSignedIn, setActor, setActorByLink } from '../database/actor-changes.ts';
import { isExclusionViolation, getSqlState } from '../database/connection/errors.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import type { Store } from '../database/connection/store.ts';
import { insertEvents, type OutboxEvent } from '../database/outbox-changes.ts';
import type { Database } from '../database/schema.ts';
import { type CurrentTime, toLocalTime } from './rules/business-time.ts';
import type { BusinessSettings } from './rules/business-settings.ts';
import type { Actor } from './rules/actor.ts';
import { linkDoesNotWork } from './rules/link-refusal.ts';
import { refused, type Result, type Refused } from './rules/result.ts';
import type { Clock } from './clock.ts';

/** The dependencies of every command. */
export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  readonly business: BusinessSettings;
}

/** The transaction of one command. */
export type Transaction = kysely.Transaction<Database>;

/** Returns the current instant and the business's local time. */
export function getCurrentTime(context: Context): CurrentTime {
  const now = context.clock.now();
  const timeZone = context.business.timeZone;
  return { now, local: toLocalTime(now, timeZone), timeZone };
}

/** The outcome of a command that was not refused: its result, and the events of its changes. */
export interface Done<T> {
  readonly ok: true;
  readonly value: T;
  readonly events: readonly OutboxEvent[];
}

/** Creates the outcome of a command: its result, and the events of its changes (none if nothing changed). */
export function done<T>(value: T, events: readonly OutboxEvent[]): Done<T> {
  return { ok: true, value, events };
}

/**
 * Runs a command in one transaction on behalf of `actor`: a signed-in person's id, an `Actor` (who may be the holder of
 * an appointment link), or null for the system. The events that `work` returns are written to the outbox in the same
 * transaction. A refusal rolls everything back. `work` takes its locks before it decides (in the order of
 * `database/locks.ts`), and may run again after a serialization failure or a deadlock. As a second safeguard, an
 * exclusion constraint rejects overlapping appointments; the refusal then says that the time has just been taken.
 */
export async function runInTransaction<T>(
  context: Context,
  actor: Actor | string | null,
  work: (trx: Transaction) => Promise<Done<T> | Refused>,
): Promise<Result<T>> {
  try {
    const result = await inTransaction(
      context.store,
      async (trx) => {
        if (actor !== null) await setTransactionActor(trx, actor);
        const outcome = await work(trx);
        if (outcome.ok) await insertEvents(trx, outcome.events, context.clock.now());
        return outcome;
      },
      ({ ok }) => ok,
    );
    if (!result.ok) return result;
    if (result.events.length > 0) context.store.wake('outbox');
    return { ok: true, value: result.value };
  } catch (error) {
    if (isExclusionViolation(error)) return refused('slot_taken', 'That time has just been taken.');
    // The session ended after the request was authorized.
    if (getSqlState(error) === notSignedIn) return refused('not_signed_in', 'Please log in first.');
    // The link ended after it was looked up.
    if (getSqlState(error) === linkEnded) return linkDoesNotWork;
    throw error;
  }
}

async function setTransactionActor(trx: Transaction, actor: Actor | string): Promise<void> {
  if (typeof actor === 'string') return setActor(trx, actor);
  const { id, linkTokenHash } = actor;
  return linkTokenHash === undefined ? setActor(trx, id) : setActorByLink(trx, linkTokenHash);
}
