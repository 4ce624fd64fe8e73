import { z } from 'zod';
import { phone } from '../customers/schemas.ts';
import { line } from '../fields/schemas.ts';
import { textLimits } from '../fields/text-limits.ts';
import {
  smsCode,
  smsConsentEndReasons,
  smsConsentSources,
  smsConsentVersion,
} from './sms-consent.ts';

/** A customer's consent to text messages: the current one, or the last one that ended. */
const smsConsent = z.object({
  /** The number; formatted as in the customer's record, if it is still there. */
  phone: z.string(),
  source: z.enum(smsConsentSources),
  agreedAt: z.string(),
  /** Null while it is in effect. */
  endedAt: z.string().nullable(),
  endedReason: z.enum(smsConsentEndReasons).nullable(),
});

/** A customer's text-message consent, as the office sees it. */
export const customerSmsConsentStatus = z.object({
  /** Whether this server can send text messages. */
  smsIsSetUp: z.boolean(),
  /** Null if they never agreed. */
  consent: smsConsent
    .extend({
      /** The staff member who recorded that the customer agreed; null for other sources. */
      agreedBy: z.string().nullable(),
      /** The staff member who ended it. */
      endedBy: z.string().nullable(),
    })
    .nullable(),
  /** The customer's phone numbers. */
  phones: z.array(
    z.object({
      phone: z.string(),
      /** False for an extension, and for a number that can't receive text messages. */
      canBeTexted: z.boolean(),
      /** Whether someone texted STOP from the number, and hasn't texted START since. */
      hasOptedOut: z.boolean(),
    }),
  ),
});
export type CustomerSmsConsentStatus = z.infer<typeof customerSmsConsentStatus>;

/** A customer's own text-message consent. */
export const ownSmsConsentStatus = z.object({
  smsIsSetUp: z.boolean(),
  consent: smsConsent.nullable(),
  /** Their phone number, which a code can verify; null if they have none. */
  phone: z.string().nullable(),
  canBeTexted: z.boolean(),
  hasOptedOut: z.boolean(),
});
export type OwnSmsConsentStatus = z.infer<typeof ownSmsConsentStatus>;

const consentVersion = z.literal(
  smsConsentVersion,
  'The consent text has changed. Please reload the page.',
);

/** A staff member's record that a customer agreed on the phone, after hearing `getVerbalConsentText`. */
export const verbalConsentInput = z.object({ phone, consentVersion });

/** A person's agreement to `getSmsConsentText`, and their request for a code to be sent to their number. */
export const textingCodeRequest = z.object({
  agreed: z.literal(true, 'Please check the box to agree.'),
  consentVersion,
});

/** The code from the text message. */
export const textingCodeInput = z.object({
  code: line(textLimits.verificationCode, 'Please enter the code.').regex(
    /^\d{6}$/,
    `Please enter the ${smsCode.digits}-digit code from the text message.`,
  ),
});
