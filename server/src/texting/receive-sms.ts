import { createHash } from 'node:crypto';
import { checkRateLimit } from '../application/check-rate-limit.ts';
import { personChanged } from '../application/events.ts';
import { done, runInTransaction } from '../application/transaction.ts';
import { addTextMessage } from '../conversations/add-text-message.ts';
import { insertMessages } from '../database/message-changes.ts';
import { mentionsCancel, readSmsKeyword, toReadableText } from './rules/sms-keywords.ts';
import { findNextAppointment, findSender } from './sender-queries.ts';
import {
  deleteOptOut,
  lockPeople,
  lockTextingNumber,
  renewSmsConsents,
  recordOptOut,
} from './sms-consent-changes.ts';
import { findOptedOut, listStoppedPeople } from './sms-consent-queries.ts';
import type { TextingContext } from './texting-context.ts';
import { hashNumber } from './texting-number.ts';

/** Rate limits count texts only by phone number. */
const anyone = { network: '', role: null } as const;

/** The dependencies for ending and renewing consents on behalf of a phone number. */
export type ReplyContext = Omit<TextingContext, 'sms'>;

/** A text message that somebody sent to the business. */
interface InboundSms {
  /** Twilio's SID, which identifies a redelivered webhook. */
  readonly providerId: string;
  /** The sender's number, in E.164 format. */
  readonly from: string;
  readonly text: string;
  /** Whether a picture or another file came with it. */
  readonly hasMedia: boolean;
  /** How Twilio classified the text, if the Messaging Service has Advanced Opt-Out. */
  readonly optOutType: string | null;
}

/**
 * Processes an inbound text, and returns the text message to send back, or null. STOP and its synonyms end all texts to
 * the number. START undoes this, and also renews the consents that STOP ended if Twilio itself treats it as new consent
 * (`optOutType`); otherwise the customer has to agree again. Twilio replies to HELP. Any other text goes to the
 * customer's conversation with the office, and so does CANCEL, which may be about an appointment. Texts beyond the
 * limit for their number are ignored. Processing the same text again changes nothing.
 */
export async function receiveSms(context: ReplyContext, sms: InboundSms): Promise<string | null> {
  const { from, text, optOutType } = sms;
  const keyword = readSmsKeyword(text, optOutType);
  if (keyword === 'stop') await stopTextsTo(context, from);
  else if (keyword === 'start') await resumeTextsTo(context, from, optOutType === 'START');
  if (keyword !== null && !(keyword === 'stop' && mentionsCancel(text))) return null;
  const withinLimit = await checkRateLimit(context, 'textsFromNumber', {
    ...anyone,
    subject: from,
  });
  if (!withinLimit.ok) return null;
  const personId = await findSender(context.store.kysely, from);
  if (personId !== null) {
    await forwardToOffice(context, personId, sms);
    return null;
  }
  return keyword === null ? replyToUnknownNumber(context, from) : null;
}

/**
 * Adds a text to its sender's conversation. If it mentions canceling, the customer gets a message about how to cancel,
 * since a text never cancels an appointment.
 */
async function forwardToOffice(
  context: ReplyContext,
  personId: string,
  { providerId, text, hasMedia }: InboundSms,
): Promise<void> {
  const now = context.clock.now();
  const readable = toReadableText(text, hasMedia);
  if (readable === '') return;
  await runInTransaction(context, null, async (trx) => {
    const message = { clientId: toClientId(providerId), text: readable };
    const events = await addTextMessage(trx, personId, message, now);
    const appointmentId =
      events.length > 0 && mentionsCancel(text)
        ? await findNextAppointment(trx, personId, now)
        : null;
    if (appointmentId !== null) {
      await insertMessages(
        trx,
        [
          {
            kind: 'texted_cancel',
            personId,
            excludedPersonId: null,
            appointmentId,
            conversationId: null,
            mechanicId: null,
            formerMechanicId: null,
            date: null,
          },
        ],
        now,
      );
    }
    return done(undefined, events);
  });
}

/**
 * Returns the automatic reply to a number that belongs to no customer. Returns null if the number replied STOP or got
 * this reply in the last 30 days, or if too many such replies were sent. The text is not stored.
 */
async function replyToUnknownNumber(context: ReplyContext, number: string): Promise<string | null> {
  const { store, pseudonymSecret, business } = context;
  if ((await findOptedOut(store.kysely, [hashNumber(pseudonymSecret, number)])).size > 0) {
    return null;
  }
  const limits = [
    ['autoReplyPerNumber', number],
    ['autoRepliesTotal', 'all'],
  ] as const;
  for (const [name, subject] of limits) {
    if (!(await checkRateLimit(context, name, { ...anyone, subject })).ok) return null;
  }
  const call = business.phone === null ? '' : ` Please call us at ${business.phone}.`;
  return `${business.name}: we couldn't match your number to a customer, so no one will see this text.${call}`;
}

/**
 * Returns the id of a text in its sender's conversation. Derived from Twilio's SID, so that a redelivered webhook adds
 * nothing.
 */
function toClientId(providerId: string): string {
  const hex = createHash('sha256').update(`sms ${providerId}`).digest('hex');
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => hex.slice(from, to))
    .join('-');
}

/** Ends all texts to a number that replied STOP. */
export async function stopTextsTo(context: ReplyContext, number: string): Promise<void> {
  const hash = hashNumber(context.pseudonymSecret, number);
  await runInTransaction(context, null, async (trx) => {
    await lockTextingNumber(trx, number);
    const people = await recordOptOut(trx, number, hash, context.clock.now());
    return done(undefined, people.map(personChanged));
  });
}

async function resumeTextsTo(
  context: ReplyContext,
  number: string,
  renewsConsents: boolean,
): Promise<void> {
  const hash = hashNumber(context.pseudonymSecret, number);
  await runInTransaction(context, null, async (trx) => {
    // People must be locked before the number, so they are listed before the locks are taken and again afterward.
    if (renewsConsents) await lockPeople(trx, await listStoppedPeople(trx, number));
    await lockTextingNumber(trx, number);
    await deleteOptOut(trx, hash);
    if (!renewsConsents) return done(undefined, []);
    const people = await listStoppedPeople(trx, number);
    await renewSmsConsents(trx, number, people, context.clock.now());
    return done(undefined, people.map(personChanged));
  });
}
