import type { FastifyBaseLogger } from 'fastify';
import { startQueueWorker } from '../application/queue-worker.ts';
import type { Store } from '../database/connection/store.ts';
import { claimEmail, markFailed, markSent, postponeEmail, type ClaimedEmail } from './changes.ts';
import type { Clock } from '../application/clock.ts';
import { MailRefusedError, type Mailer } from './mailer-port.ts';
import { getNextAttemptTime } from '../application/rules/retry-delay.ts';
import { shouldGiveUp } from './rules.ts';

const secondMs = 1000;

/** How long a claim lasts. Must be longer than any attempt. */
const claimLifetimeMs = 120 * secondMs;

/**
 * Sends account emails as soon as their transactions commit, oldest first, and retries until the mail server accepts
 * them. Every process may run this job, since no two send the same email. If a process dies while sending an email,
 * another process sends it again, with the same Message-ID. Returns a function that stops the job.
 */
export async function startMailDelivery(
  store: Store,
  clock: Clock,
  mailer: Mailer,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const stop = await startQueueWorker(
    store,
    {
      channel: 'emails',
      processNext: () => deliverNext(store, clock, mailer, log),
      failureMessage: 'Account emails could not be read; this will be retried.',
    },
    log,
  );
  return async () => {
    await stop();
    mailer.close();
  };
}

/** Sends the account email that has waited longest. Returns false if none is due. */
export async function deliverNext(
  store: Store,
  clock: Clock,
  mailer: Mailer,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<boolean> {
  const now = clock.now();
  const mail = await claimEmail(store.kysely, now, new Date(now.getTime() + claimLifetimeMs));
  if (!mail) return false;
  if (shouldGiveUp(mail, now)) {
    await markFailed(store.kysely, mail.id);
    log.warn(
      { mail: mail.id, attempts: mail.attempts - 1 },
      'Gave up on sending an account email.',
    );
    return true;
  }
  try {
    const { id, recipient, subject, text, html } = mail;
    await mailer.send({ id: String(id), to: recipient, subject, text, html });
  } catch (error) {
    await scheduleRetry(store, mail, now, error);
    log.warn(
      { mail: mail.id, attempts: mail.attempts, code: Reflect.get(Object(error), 'code') },
      error instanceof MailRefusedError ? error.message : 'An account email could not be sent yet.',
    );
    return true;
  }
  await markSent(store.kysely, mail.id, clock.now());
  return true;
}

async function scheduleRetry(
  store: Store,
  mail: ClaimedEmail,
  now: Date,
  error: unknown,
): Promise<void> {
  if (error instanceof MailRefusedError) return markFailed(store.kysely, mail.id);
  return postponeEmail(
    store.kysely,
    mail.id,
    getNextAttemptTime(mail.attempts, now, Math.random()),
  );
}
