import { messageKinds, type MessageChannel } from '@curbwrench/contract/messaging/kinds';
import type { FastifyBaseLogger } from 'fastify';
import { checkRateLimit, type RateLimitContext } from '../application/check-rate-limit.ts';
import { startQueueWorker } from '../application/queue-worker.ts';
import { getNextAttemptTime } from '../application/rules/retry-delay.ts';
import type { ChannelAdapter, DeliveryOutcome } from './channel-port.ts';
import { beginSending, claimMessage, endMessage, postponeMessage } from './changes.ts';
import type { ClaimedMessage } from './rules/claimed-message.ts';
import { readSendPreconditions } from './queries/send-preconditions.ts';
import { renderMessage, type MessageContent, type MessagingContext } from './render-message.ts';
import { findOutdatedReason } from './rules/outdated.ts';
import { getTextingTime } from './rules/texting-hours.ts';

/** How long a claim lasts. Must be longer than any attempt. */
const claimLifetimeMs = 120_000;

type Log = Pick<FastifyBaseLogger, 'warn'>;

/** The dependencies of sending messages. */
export interface DeliveryContext extends MessagingContext, RateLimitContext {}

/**
 * Sends the messages of one channel as soon as their transactions commit, oldest first. `adapter` is null if the
 * channel is not set up: then its messages are only stored. Every process may run this job. Returns a function that
 * stops it.
 *
 * An email or a push notification is sent at least once: if a process dies while sending one, it is sent again with the
 * same id, so that the duplicate is recognized. A text message is sent at most once, since every text costs money and
 * no phone recognizes a duplicate. Texts are limited, both per phone number and in total.
 */
export async function startMessageDelivery(
  context: DeliveryContext,
  channel: MessageChannel,
  adapter: ChannelAdapter | null,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  return startQueueWorker(
    context.store,
    {
      channel: 'outbound_messages',
      processNext: () => deliverNextMessage(context, channel, adapter, log),
      failureMessage: 'Messages could not be sent; this will be retried.',
    },
    log,
  );
}

/** Sends the channel's message that has waited longest. Returns false if none is due. */
export async function deliverNextMessage(
  context: DeliveryContext,
  channel: MessageChannel,
  adapter: ChannelAdapter | null,
  log: Log,
): Promise<boolean> {
  const { store, clock } = context;
  const now = clock.now();
  const claimed = await claimMessage(
    store.kysely,
    channel,
    now,
    new Date(now.getTime() + claimLifetimeMs),
  );
  if (!claimed) return false;
  const content = await prepareMessage(context, claimed, now);
  if (!content) return true;
  const { message, logged } = content;
  const recipient = message.to;
  // A text is retried only if it was definitely not sent. Its first attempt was already counted.
  if (adapter && channel === 'sms' && recipient !== null && !claimed.wasAttempted) {
    const reason = await recordText(context, recipient);
    if (reason !== null) {
      await endMessage(store.kysely, claimed, { state: 'skipped', reason }, now);
      return true;
    }
  }
  const startedAt = clock.now();
  const sent = { recipient, ...logged };
  if (!(await beginSending(store.kysely, claimed, sent, startedAt))) return true;
  if (!adapter) {
    const reason = notSetUpReasons[channel];
    await endMessage(store.kysely, claimed, { state: 'stored', reason }, clock.now());
    return true;
  }
  await storeOutcome(context, claimed, startedAt, await adapter.send(message), log);
  return true;
}

const notSetUpReasons: Record<MessageChannel, string> = {
  email: 'Email is not set up.',
  sms: 'Text messages are not set up.',
  push: 'Push notifications are not set up.',
};

/**
 * Returns what to send for a claimed message. Returns null and stores the message's final state if it can't be sent:
 * because it is too late, something has changed, or the person can't be reached. Also returns null if it must wait
 * until morning.
 */
async function prepareMessage(
  context: MessagingContext,
  claimed: ClaimedMessage,
  now: Date,
): Promise<MessageContent | null> {
  const db = context.store.kysely;
  const end = async (state: 'failed' | 'outdated' | 'skipped', reason: string): Promise<null> => {
    await endMessage(db, claimed, { state, reason }, now);
    return null;
  };
  if (claimed.expiresAt <= now) return end('failed', 'It could not be sent in time.');
  if (claimed.channel === 'sms' && messageKinds[claimed.kind].isDaytimeOnly) {
    const opensAt = getTextingTime(now, context.business.timeZone);
    if (opensAt >= claimed.expiresAt) return end('skipped', 'Reminders are not texted at night.');
    if (opensAt > now) {
      await postponeMessage(db, claimed, opensAt, { ...claimed, reason: null });
      return null;
    }
  }
  const state = await readSendPreconditions(db, claimed);
  if (!state) return end('skipped', 'The person was deleted.');
  const outdatedReason = findOutdatedReason(claimed, state);
  if (outdatedReason !== null) return end('outdated', outdatedReason);
  if (!state.isAllowed) return end('skipped', 'The recipient turned off these messages.');
  if (state.address === null)
    return end('skipped', 'No email address, phone number, or device to send it to.');
  const content = await renderMessage(context, claimed, state.address, now);
  if (!content) return end('outdated', 'There was nothing to send.');
  // Checked again, since the message may or may not reflect a change made after the first check.
  const stateAfter = await readSendPreconditions(db, claimed);
  if (!stateAfter) return end('skipped', 'The person was deleted.');
  const newReason = findOutdatedReason(claimed, stateAfter);
  return newReason === null ? content : end('outdated', newReason);
}

/**
 * Records a text toward the limit for its number and, unless that limit is exceeded, toward the business's total.
 * Returns why the text must not be sent; null if it may be sent.
 */
async function recordText(context: DeliveryContext, number: string): Promise<string | null> {
  const limits = [
    ['textsToNumber', number, 'Too many texts were sent to this number within a day.'],
    ['textsOfBusiness', 'all', 'Too many texts were sent within a day.'],
  ] as const;
  for (const [name, subject, reason] of limits) {
    const counted = await checkRateLimit(context, name, { network: '', subject, role: null });
    if (!counted.ok) return reason;
  }
  return null;
}

async function storeOutcome(
  { store, clock }: MessagingContext,
  claimed: ClaimedMessage,
  startedAt: Date,
  outcome: DeliveryOutcome,
  log: Log,
): Promise<void> {
  const now = clock.now();
  const db = store.kysely;
  if (outcome.kind === 'accepted') {
    const { providerId } = outcome;
    return endMessage(db, claimed, { state: 'sent', reason: null, providerId }, now);
  }
  const { kind, reason } = outcome;
  log.warn({ message: claimed.id, channel: claimed.channel, attempts: claimed.attempts }, reason);
  // A refused attempt delivered nothing, but a previous attempt may have.
  const lastPossibleDeliveryAt = kind === 'unknown' ? startedAt : claimed.lastPossibleDeliveryAt;
  const result = { reason, lastPossibleDeliveryAt };
  if (kind === 'refused') return endMessage(db, claimed, { state: 'failed', ...result }, now);
  if (kind === 'unknown' && claimed.channel === 'sms') {
    return endMessage(db, claimed, { state: 'unknown', ...result }, now);
  }
  const { attempts, expiresAt } = claimed;
  const nextAttempt = getNextAttemptTime(attempts, now, Math.random(), outcome.afterSeconds);
  return nextAttempt < expiresAt
    ? postponeMessage(db, claimed, nextAttempt, result)
    : endMessage(db, claimed, { state: 'failed', ...result }, now);
}
