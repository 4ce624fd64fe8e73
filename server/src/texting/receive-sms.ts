import { personChanged } from '../application/events.ts';
import { done, runInTransaction } from '../application/transaction.ts';
import { readSmsKeyword } from './rules/sms-keywords.ts';
import {
  deleteOptOut,
  lockPeople,
  lockTextingNumber,
  renewSmsConsents,
  stopNumber,
} from './sms-consent-changes.ts';
import { listStoppedPeople } from './sms-consent-queries.ts';
import type { TextingContext } from './texting-context.ts';
import { hashNumber } from './texting-number.ts';

/** The dependencies for ending and renewing consents on behalf of a phone number. */
export type ReplyContext = Omit<TextingContext, 'sms'>;

/** A text message that somebody sent to the business. */
interface SmsReply {
  /** Its sender, in E.164 format. */
  readonly from: string;
  readonly text: string;
  /** What Twilio took it for, if the Messaging Service has Advanced Opt-Out. */
  readonly optOutType: string | null;
}

/**
 * Applies a reply. STOP and its kin end all texts to the number. START lifts this, and renews the consents that STOP had
 * ended if Twilio itself took it for a new consent (`optOutType`); otherwise the customer has to agree again. Other
 * replies change nothing, and Twilio answers HELP. Applying a reply twice has the same result.
 */
export async function receiveSms(
  context: ReplyContext,
  { from, text, optOutType }: SmsReply,
): Promise<void> {
  const keyword = readSmsKeyword(text, optOutType);
  if (keyword === 'stop') await stopTextsTo(context, from);
  else if (keyword === 'start') await resumeTextsTo(context, from, optOutType === 'START');
}

/** Ends all texts to a number, which replied STOP. */
export async function stopTextsTo(context: ReplyContext, number: string): Promise<void> {
  const hash = hashNumber(context.pseudonymSecret, number);
  await runInTransaction(context, null, async (trx) => {
    await lockTextingNumber(trx, number);
    const people = await stopNumber(trx, number, hash, context.clock.now());
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
    // People are locked before the number, so they are read once before and once after that.
    if (renewsConsents) await lockPeople(trx, await listStoppedPeople(trx, number));
    await lockTextingNumber(trx, number);
    await deleteOptOut(trx, hash);
    if (!renewsConsents) return done(undefined, []);
    const people = await listStoppedPeople(trx, number);
    await renewSmsConsents(trx, number, people, context.clock.now());
    return done(undefined, people.map(personChanged));
  });
}
