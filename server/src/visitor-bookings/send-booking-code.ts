import { randomInt } from 'node:crypto';
import { bookingCode } from '@curbwrench/contract/appointments/booking-code';
import type { BookingCodeReply } from '@curbwrench/contract/appointments/visitor-booking-schemas';
import { createToken } from '../accounts/commands/one-time-token.ts';
import { checkRateLimit, type RateLimitContext } from '../application/check-rate-limit.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';
import { queueBookingCodeEmail } from '../messaging/queue-secret-email.ts';
import { hashBookingCode } from './booking-code.ts';
import { insertBookingCode } from './code-changes.ts';

/** The dependencies of `sendBookingCode`. */
export interface BookingCodeContext extends Context, RateLimitContext {
  /** Whether there is no mail server. */
  readonly storesEmail: boolean;
  /** Null if this business is not the demo. */
  readonly demoAccounts: object | null;
  /** Called when no more codes can be sent for this many seconds. */
  readonly onExhausted: (seconds: number) => void;
}

/**
 * Sends a code to a visitor's email address, and returns the token with which it can be used. The address is not looked
 * up, so that the response doesn't reveal whom the business knows. Refused if no email can be sent, except in the demo,
 * which shows the code instead. In addition to the endpoint's own limits, the total number of codes is limited. If none
 * are left, which is not the visitor's fault, the refusal is the same as if no email could be sent.
 */
export async function sendBookingCode(
  context: BookingCodeContext,
  email: string,
): Promise<Result<BookingCodeReply>> {
  const { clock, storesEmail, demoAccounts, pseudonymSecret } = context;
  const isDemo = demoAccounts !== null;
  if (storesEmail && !isDemo) return noEmail;
  const all = { network: '', subject: 'all', role: null };
  const withinLimit = await checkRateLimit(context, 'bookingCodesOfBusiness', all);
  if (!withinLimit.ok) {
    context.onExhausted(withinLimit.refusal.retryAfterSeconds ?? 0);
    return noEmail;
  }

  const { token, hash: tokenHash } = createToken();
  const code = String(randomInt(10 ** bookingCode.digits)).padStart(bookingCode.digits, '0');
  const codeHash = hashBookingCode(pseudonymSecret, { token, email, code });
  const expiresAt = new Date(clock.now().getTime() + bookingCode.minutes * 60_000);
  return runInTransaction(context, null, async (trx) => {
    await insertBookingCode(trx, { tokenHash, codeHash, expiresAt });
    await queueBookingCodeEmail(trx, context, { to: email, code, expiresAt });
    return done({ token, demoCode: isDemo ? code : null }, []);
  });
}

const noEmail = refused(
  'wrong_status',
  "We can't send email right now. Please call us, or log in to book.",
);
