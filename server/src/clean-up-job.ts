import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import { lockAddress } from './accounts/changes/account-changes.ts';
import type { Store } from './database/connection/store.ts';
import { forgetTokens } from './accounts/changes/account-token-changes.ts';
import { inTransaction } from './database/connection/transaction.ts';
import { forgetKeys } from './database/idempotency-changes.ts';
import { eraseInvited, removePerson } from './erasure/changes.ts';
import { lockOldInvitation, removeInvitation } from './people/changes/invitation-changes.ts';
import { forgetMails } from './mail/changes.ts';
import { forgetPositions } from './mechanics/changes.ts';
import { forgetNotifications } from './notifications/changes.ts';
import { forgetOutbox } from './database/outbox-changes.ts';
import { forgetCounts } from './database/rate-limit-changes.ts';
import { forgetEnded } from './accounts/changes/session-changes.ts';
import type { Database } from './database/schema.ts';
import { forgetAttempts } from './accounts/changes/sign-in-attempt-changes.ts';
import { lockUnproven } from './accounts/changes/user-changes.ts';
import type { Clock } from './application/clock.ts';

const hour = 3_600_000;

/** A request may be repeated for a day, a stream may resume within a week. */
const keysKeptMs = 24 * hour;
const eventsKeptMs = 7 * 24 * hour;
/** A mechanic's position is private the day after. */
const positionsKeptMs = 24 * hour;
/** How long notifications are stored. */
const notificationsKeptMs = 90 * 24 * hour;
/** How long it can be seen that a message was sent, or read without a mail server. */
const mailsKeptMs = 30 * 24 * hour;
/** How long an invitation that nobody accepted can be sent again. */
const invitationsKeptMs = 30 * 24 * hour;
/** How long a new account has to prove its address. */
const unprovenKeptMs = 30 * 24 * hour;

/**
 * Deletes old repeat keys, live events, positions, notifications, messages and unproven sign-ups,
 * and expired counts, tokens, sessions and sign-in attempts, now and every hour. Safe in several
 * processes at once. Returns how to stop.
 */
export function startCleanUp(
  store: Store,
  clock: Clock,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const run = (): void => {
    running = cleanUp(store, clock.now()).catch((error: unknown) => {
      log.warn(
        { code: Reflect.get(Object(error), 'code') },
        'The clean-up will try again in an hour.',
      );
    });
  };
  run();
  const timer = setInterval(run, hour);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Deletes everything older than its retention time. */
export async function cleanUp(store: Store, now: Date): Promise<void> {
  await forgetKeys(store.kysely, new Date(now.getTime() - keysKeptMs));
  await forgetOutbox(store.kysely, new Date(now.getTime() - eventsKeptMs));
  await forgetPositions(store.kysely, new Date(now.getTime() - positionsKeptMs));
  await forgetNotifications(store.kysely, new Date(now.getTime() - notificationsKeptMs));
  await forgetCounts(store.kysely, now);
  await forgetTokens(store.kysely, now);
  await forgetMails(store.kysely, now, new Date(now.getTime() - mailsKeptMs));
  await forgetEnded(store.kysely);
  await forgetAttempts(store.kysely, now);
  // One per transaction: each holds the audit trail's lock until its end.
  while (await inTransaction(store, (trx) => eraseOldInvitation(trx, now)));
  while (await inTransaction(store, (trx) => removeUnproven(trx, now)));
}

/** Returns false if there is none. */
async function eraseOldInvitation(trx: Transaction<Database>, now: Date): Promise<boolean> {
  const old = await lockOldInvitation(trx, new Date(now.getTime() - invitationsKeptMs));
  if (!old) return false;
  await removeInvitation(trx, old.id);
  await lockAddress(trx, old.email);
  await eraseInvited(trx, old.email);
  return true;
}

/** Returns false if there is none. */
async function removeUnproven(trx: Transaction<Database>, now: Date): Promise<boolean> {
  const id = await lockUnproven(trx, new Date(now.getTime() - unprovenKeptMs));
  if (id === null) return false;
  await removePerson(trx, id, now);
  return true;
}
