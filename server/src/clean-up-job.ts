import type { FastifyBaseLogger } from 'fastify';
import { startRepeatingJob } from './application/repeating-job.ts';
import type { Transaction } from 'kysely';
import { lockEmailAddress } from './accounts/changes/account-changes.ts';
import type { Store } from './database/connection/store.ts';
import { deleteExpiredTokens } from './accounts/changes/account-token-changes.ts';
import { inTransaction } from './database/connection/transaction.ts';
import { deleteOldKeys } from './database/idempotency-changes.ts';
import { eraseUnusedInvitationAddress, eraseOrDeletePerson } from './erasure/changes.ts';
import { lockExpiredInvitation, deleteInvitation } from './people/changes/invitation-changes.ts';
import { deleteExpiredLinks } from './appointment-links/changes.ts';
import { deleteOldEmails } from './mail/changes.ts';
import { deleteOldMessages } from './messaging/changes.ts';
import { deletePositionHistoryBefore, deletePositionsBefore } from './mechanics/changes.ts';
import { deleteOldGeocoderResponses } from './places/geocoder-response-changes.ts';
import { deleteNotificationsBefore } from './notifications/changes.ts';
import { deleteExpiredTextingCodes } from './texting/texting-code-changes.ts';
import { deleteOldEvents } from './database/outbox-changes.ts';
import { deleteExpiredCounts } from './database/rate-limit-changes.ts';
import { deleteExpiredSessions } from './accounts/changes/session-changes.ts';
import type { Database } from './database/schema.ts';
import { deleteExpiredSignInAttempts } from './accounts/changes/sign-in-attempt-changes.ts';
import { lockUnverifiedSignUp } from './accounts/changes/user-changes.ts';
import { deleteOldVerificationCodes } from './visitor-bookings/code-changes.ts';
import type { Clock } from './application/clock.ts';

const hourMs = 3_600_000;

/** How long a request may be resent with its idempotency key. */
const keyRetentionMs = 24 * hourMs;
/** How long a verification code is stored: a used code acts as the idempotency key of its booking. */
const verificationCodeRetentionMs = keyRetentionMs;
/** How long after an interruption an event stream can be resumed. */
const eventRetentionMs = 7 * 24 * hourMs;
/** How long a mechanic's last position is stored. */
const lastPositionRetentionMs = 24 * hourMs;
/** How many days mechanics' position history is stored, unless configured otherwise. */
const defaultPositionRetentionDays = 7;
/** How long notifications are stored. */
const notificationRetentionMs = 90 * 24 * hourMs;
/** How long geocoding responses are cached. */
const geocoderRetentionMs = 90 * 24 * hourMs;
/** The maximum number of geocoding responses to cache. */
const maxGeocoderResponses = 20_000;
/** How long account emails are stored, with or without a mail server. */
const accountEmailRetentionMs = 30 * 24 * hourMs;
/** How long entries of the message log are stored; their content is stored only as long as account emails. */
const messageLogRetentionMs = 90 * 24 * hourMs;
/** How long an expired invitation can still be resent. */
const invitationRetentionMs = 30 * 24 * hourMs;
/** How long a new account without a verified email address is stored. */
const unverifiedRetentionMs = 30 * 24 * hourMs;

/**
 * Runs `cleanUp` now and every hour. Several processes may run this job at once. Returns a function that stops it.
 */
export function startCleanUp(
  store: Store,
  clock: Clock,
  positionRetentionDays: number | undefined,
  log: FastifyBaseLogger,
): () => Promise<void> {
  return startRepeatingJob(
    {
      intervalMs: hourMs,
      work: () => cleanUp(store, clock.now(), positionRetentionDays),
      failureMessage: 'The cleanup failed; it will run again in an hour.',
    },
    log,
  );
}

/**
 * Deletes everything that is older than its retention time, or has expired. `positionRetentionDays` is the retention
 * time of mechanics' position history.
 */
export async function cleanUp(
  store: Store,
  now: Date,
  positionRetentionDays = defaultPositionRetentionDays,
): Promise<void> {
  await deleteOldKeys(store.kysely, new Date(now.getTime() - keyRetentionMs));
  await deleteOldEvents(store.kysely, new Date(now.getTime() - eventRetentionMs));
  await deletePositionsBefore(store.kysely, new Date(now.getTime() - lastPositionRetentionMs));
  await deletePositionHistoryBefore(
    store.kysely,
    new Date(now.getTime() - positionRetentionDays * 24 * hourMs),
  );
  await deleteNotificationsBefore(store.kysely, new Date(now.getTime() - notificationRetentionMs));
  await deleteOldGeocoderResponses(
    store.kysely,
    new Date(now.getTime() - geocoderRetentionMs),
    maxGeocoderResponses,
  );
  await deleteExpiredCounts(store.kysely, now);
  await deleteExpiredTokens(store.kysely, now);
  await deleteExpiredTextingCodes(store.kysely, now);
  await deleteExpiredLinks(store.kysely, now);
  await deleteOldVerificationCodes(
    store.kysely,
    new Date(now.getTime() - verificationCodeRetentionMs),
  );
  await deleteOldEmails(store.kysely, now, new Date(now.getTime() - accountEmailRetentionMs));
  await deleteOldMessages(
    store.kysely,
    new Date(now.getTime() - accountEmailRetentionMs),
    new Date(now.getTime() - messageLogRetentionMs),
  );
  await deleteExpiredSessions(store.kysely);
  await deleteExpiredSignInAttempts(store.kysely, now);
  // One erasure per transaction, since each locks the audit trail until its transaction ends.
  while (await inTransaction(store, (trx) => eraseOldInvitation(trx, now)));
  while (await inTransaction(store, (trx) => removeUnverifiedAccount(trx, now)));
}

/** Erases one invitation that can no longer be resent. Returns false if there is none. */
async function eraseOldInvitation(trx: Transaction<Database>, now: Date): Promise<boolean> {
  const invitation = await lockExpiredInvitation(
    trx,
    new Date(now.getTime() - invitationRetentionMs),
  );
  if (!invitation) return false;
  await deleteInvitation(trx, invitation.id);
  await lockEmailAddress(trx, invitation.email);
  await eraseUnusedInvitationAddress(trx, invitation.email);
  return true;
}

/** Removes one account whose address was not verified in time. Returns false if there is none. */
async function removeUnverifiedAccount(trx: Transaction<Database>, now: Date): Promise<boolean> {
  const id = await lockUnverifiedSignUp(trx, new Date(now.getTime() - unverifiedRetentionMs));
  if (id === null) return false;
  await eraseOrDeletePerson(trx, id, now);
  return true;
}
