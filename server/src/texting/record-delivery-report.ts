import { done, runInTransaction } from '../application/transaction.ts';
import { lockReportedText, storeReportedState } from '../messaging/delivery-report-changes.ts';
import { stopTextsTo, type ReplyContext } from './receive-sms.ts';
import { describeSmsFailure, getReportedState, optedOutCode } from './rules/delivery-report.ts';

/** Twilio's report about one of our text messages. */
interface DeliveryReport {
  /** The message's id in `outbound_messages`. */
  readonly messageId: number;
  /** Twilio's id for the message. */
  readonly providerId: string;
  /** The number that it was sent to, in E.164 format. */
  readonly to: string;
  readonly status: string;
  readonly errorCode: number | null;
}

/**
 * Stores what Twilio reports about a text message, unless the message is already in a later state. Reports may arrive
 * in any order, repeatedly, and even before Twilio has responded to the request that sent the message.
 */
export async function recordDeliveryReport(
  context: ReplyContext,
  { messageId, providerId, to, status, errorCode }: DeliveryReport,
): Promise<void> {
  await runInTransaction(context, null, async (trx) => {
    const state = await lockReportedText(trx, messageId, providerId);
    const reported = state === null ? null : getReportedState(state, status);
    if (reported === null) return done(undefined, []);
    const reason = reported === 'failed' ? describeSmsFailure(errorCode) : null;
    const now = context.clock.now();
    await storeReportedState(trx, messageId, { state: reported, providerId, reason }, now);
    return done(undefined, []);
  });
  if (errorCode === optedOutCode) await stopTextsTo(context, to);
}
