import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../database/connection/store.ts';
import { claimMail, markFailed, markSent, postponeMail, type ClaimedMail } from './changes.ts';
import type { Clock } from '../application/clock.ts';
import { MailRefusedError, type Mailer } from './mailer-port.ts';
import { getNextAttemptTime, shouldGiveUp } from './rules.ts';

const secondMs = 1000;

/** How long a claim lasts. Must be longer than any attempt. */
const claimLifetimeMs = 120 * secondMs;
/** How often to check for messages whose next attempt is due. */
const pollIntervalMs = 10 * secondMs;
/** How long stopping the job waits for a message that is being sent. */
const maxStopDelayMs = secondMs;

/**
 * Sends messages as soon as their transactions commit, oldest first, and retries until the mail server accepts
 * them. Every process may run this job, since no two send the same message. If a process dies while sending a
 * message, another process sends it again, with the same Message-ID. Returns a function that stops the job.
 */
export async function startMailDelivery(
  store: Store,
  clock: Clock,
  mailer: Mailer,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  let isStopped = false;
  let isRequested = false;
  let running: Promise<void> | null = null;
  const run = (): void => {
    isRequested = true;
    running ??= deliver().finally(() => {
      running = null;
    });
  };
  const stopListening = await store.listen('mails', run);
  const timer = setInterval(run, pollIntervalMs);
  timer.unref();
  run();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await stopListening();
    // A mail server that doesn't respond must not delay shutdown; the message is retried later.
    await Promise.race([running, pause(maxStopDelayMs, undefined, { ref: false })]);
    mailer.close();
  };

  async function deliver(): Promise<void> {
    while (isRequested && !isStopped) {
      isRequested = false;
      try {
        while (!isStopped && (await deliverNext(store, clock, mailer, log)));
      } catch (error) {
        log.warn(
          { code: Reflect.get(Object(error), 'code') },
          'Messages could not be read; another attempt follows.',
        );
      }
    }
  }
}

/** Sends the message that has waited longest. Returns false if none is due. */
export async function deliverNext(
  store: Store,
  clock: Clock,
  mailer: Mailer,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<boolean> {
  const now = clock.now();
  const mail = await claimMail(store.kysely, now, new Date(now.getTime() + claimLifetimeMs));
  if (!mail) return false;
  if (shouldGiveUp(mail, now)) {
    await markFailed(store.kysely, mail.id);
    log.warn({ mail: mail.id, attempts: mail.attempts - 1 }, 'Gave up on sending a message.');
    return true;
  }
  try {
    const { id, recipient, subject, text } = mail;
    await mailer.send({ id, to: recipient, subject, text });
  } catch (error) {
    await scheduleRetry(store, mail, now, error);
    log.warn(
      { mail: mail.id, attempts: mail.attempts, code: Reflect.get(Object(error), 'code') },
      error instanceof MailRefusedError ? error.message : 'A message could not be sent yet.',
    );
    return true;
  }
  await markSent(store.kysely, mail.id, clock.now());
  return true;
}

async function scheduleRetry(
  store: Store,
  mail: ClaimedMail,
  now: Date,
  error: unknown,
): Promise<void> {
  if (error instanceof MailRefusedError) return markFailed(store.kysely, mail.id);
  return postponeMail(store.kysely, mail.id, getNextAttemptTime(mail.attempts, now));
}
