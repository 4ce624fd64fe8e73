import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../database/connection/store.ts';
import { claimMail, markFailed, markSent, postponeMail, type ClaimedMail } from './changes.ts';
import type { Clock } from '../application/clock.ts';
import { MailRefusedError, type Mailer } from './mailer-port.ts';

const second = 1000;

/** How long a claim lasts; longer than any attempt. */
const claimedMs = 120 * second;
/** Between two attempts: half a minute, doubled each time, an hour at most. */
const firstPauseMs = 30 * second;
const longestPauseMs = 3600 * second;
/** How long a server may be down before a message is given up. */
const triedMs = 2 * 24 * 3600 * second;
/** How often to check for messages whose next attempt is due. */
const lookEveryMs = 10 * second;
/** How long stopping waits for a message being sent. */
const longestGoodbyeMs = second;

/**
 * Sends the messages that transactions wrote, at once and in order, and retries until the mail
 * server accepts them. Every process may run it: no two send the same message. If a process dies,
 * its message is sent again, with the same Message-ID. Returns how to stop.
 */
export async function startMailDelivery(
  store: Store,
  clock: Clock,
  mailer: Mailer,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  let stopped = false;
  let wanted = false;
  let running: Promise<void> | null = null;
  const run = (): void => {
    wanted = true;
    running ??= deliver().finally(() => {
      running = null;
    });
  };
  const stopListening = await store.listen('mails', run);
  const timer = setInterval(run, lookEveryMs);
  timer.unref();
  run();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await stopListening();
    // A mail server that doesn't respond must not delay the stop; the message is sent again later.
    await Promise.race([running, pause(longestGoodbyeMs, undefined, { ref: false })]);
    mailer.close();
  };

  async function deliver(): Promise<void> {
    while (wanted && !stopped) {
      wanted = false;
      try {
        while (!stopped && (await deliverNext(store, clock, mailer, log)));
      } catch (error) {
        log.warn(
          { code: Reflect.get(Object(error), 'code') },
          'Messages could not be read; they will be in a moment.',
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
  const mail = await claimMail(store.kysely, now, new Date(now.getTime() + claimedMs));
  if (!mail) return false;
  if (isTooLate(mail, now)) {
    await markFailed(store.kysely, mail.id);
    log.warn({ mail: mail.id, attempts: mail.attempts - 1 }, 'A message was given up.');
    return true;
  }
  try {
    const { id, recipient, subject, text } = mail;
    await mailer.send({ id, to: recipient, subject, text });
  } catch (error) {
    await keepTrying(store, mail, now, error);
    log.warn(
      { mail: mail.id, attempts: mail.attempts, code: Reflect.get(Object(error), 'code') },
      error instanceof MailRefusedError ? error.message : 'A message could not be sent yet.',
    );
    return true;
  }
  await markSent(store.kysely, mail.id, clock.now());
  return true;
}

/** Returns whether its link has expired, or the server has been down for days. */
function isTooLate(mail: ClaimedMail, now: Date): boolean {
  return (
    (mail.secret_until !== null && mail.secret_until <= now) ||
    now.getTime() - mail.created_at.getTime() > triedMs
  );
}

async function keepTrying(
  store: Store,
  mail: ClaimedMail,
  now: Date,
  error: unknown,
): Promise<void> {
  if (error instanceof MailRefusedError) return markFailed(store.kysely, mail.id);
  const waitMs = Math.min(firstPauseMs * 2 ** (mail.attempts - 1), longestPauseMs);
  return postponeMail(store.kysely, mail.id, new Date(now.getTime() + waitMs));
}
