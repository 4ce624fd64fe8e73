import { randomInt } from 'node:crypto';
import { verificationCode } from '@curbwrench/contract/appointments/verification-code';
import type { VerificationCodeReply } from '@curbwrench/contract/appointments/visitor-booking-schemas';
import { createToken } from '../accounts/commands/one-time-token.ts';
import { checkRateLimit, type RateLimitContext } from '../application/check-rate-limit.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';
import { queueVerificationCodeEmail } from '../messaging/queue-secret-email.ts';
import { hashVerificationCode } from './verification-code.ts';
import { insertVerificationCode } from './code-changes.ts';

/** The dependencies of `sendVerificationCode`. */
export interface VerificationCodeContext extends Context, RateLimitContext {
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
export async function sendVerificationCode(
  context: VerificationCodeContext,
  email: string,
): Promise<Result<VerificationCodeReply>> {
  const { clock, storesEmail, demoAccounts, pseudonymSecret } = context;
  const isDemo = demoAccounts !== null;
  if (storesEmail && !isDemo) return noEmail;
  const all = { network: '', subject: 'all', role: null };
  const withinLimit = await checkRateLimit(context, 'verificationCodesOfBusiness', all);
  if (!withinLimit.ok) {
    context.onExhausted(withinLimit.refusal.retryAfterSeconds ?? 0);
    return noEmail;
  }

  const { token, hash: tokenHash } = createToken();
  const code = String(randomInt(10 ** verificationCode.digits)).padStart(
    verificationCode.digits,
    '0',
  );
  const codeHash = hashVerificationCode(pseudonymSecret, { token, email, code });
  const expiresAt = new Date(clock.now().getTime() + verificationCode.minutes * 60_000);
  return runInTransaction(context, null, async (trx) => {
    await insertVerificationCode(trx, { tokenHash, codeHash, expiresAt });
    await queueVerificationCodeEmail(trx, context, { to: email, code, expiresAt });
    return done({ token, demoCode: isDemo ? code : null }, []);
  });
}

const noEmail = refused(
  'wrong_status',
  "We can't send email right now. Please call us, or log in to book.",
);
