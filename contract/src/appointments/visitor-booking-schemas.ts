import { z } from 'zod';
import { email } from '../accounts/schemas.ts';
import { newCustomer } from '../customers/schemas.ts';
import { line } from '../fields/schemas.ts';
import { textLimits } from '../fields/text-limits.ts';
import { areServicesDistinct, repeatedServiceMessage } from '../scheduling/requested-services.ts';
import { verificationCode } from './verification-code.ts';
import { bookingBase } from './schemas.ts';

/** A visitor's request for a code, which is emailed to this address and proves that it is theirs. */
export const verificationCodeRequest = z.object({ email });

/** The reply is the same whether or not the email address is on file. */
export const verificationCodeReply = z.object({
  /** A random secret for the browser that requested the code. The code can be used only together with it. */
  token: z.string(),
  /** The code itself, only in the demo, which sends no email. */
  demoCode: z.string().nullable(),
});
export type VerificationCodeReply = z.infer<typeof verificationCodeReply>;

/**
 * A booking by a visitor, who verifies their email address with the code. Sending the same
 * request again returns the same reply, so a booking whose response was lost can be retried.
 */
export const visitorBooking = bookingBase
  .omit({ confirmOverlap: true, confirmOutsideHours: true })
  .extend({
    newCustomer: newCustomer.extend({ email }),
    token: z.string('Please request a new code.').max(200, 'Please request a new code.'),
    code: line(textLimits.verificationCode, 'Please enter the code.').regex(
      /^\d{6}$/,
      `Please enter the ${verificationCode.digits}-digit code from the email.`,
    ),
  })
  .refine(areServicesDistinct, {
    path: ['additionalServiceIds'],
    message: repeatedServiceMessage,
  });
export type VisitorBooking = z.infer<typeof visitorBooking>;

/** The booked appointment's link, which is the only way for a visitor to see it. */
export const visitorBookingReply = z.object({ url: z.string() });
