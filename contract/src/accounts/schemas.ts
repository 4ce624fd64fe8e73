import { z } from 'zod';
import { optionalLine, personName, pictureDataUrl, authId } from '../fields/schemas.ts';
import { textLimits } from '../fields/text-limits.ts';

/*
 * A person's own account: signing up and in, email verification, passwords, the second factor and sessions.
 * No response reveals to someone who isn't signed in whether an email address has an account.
 */

export const email = z
  .string('Please enter your email address')
  .trim()
  .max(textLimits.email, 'Please enter a valid email address')
  .pipe(z.email('Please enter a valid email address'))
  .transform((value) => value.toLowerCase());

/** A password to set. ASVS 5.0 6.2.1 and 6.2.9 require at least 8 characters, and a maximum of 64 or more. */
export const newPassword = z
  .string('Please choose a password')
  .min(8, 'Password must be at least 8 characters.')
  .max(textLimits.password, `Password must be ${textLimits.password} characters or fewer.`);

/** A password to check. It need not satisfy the rules for new passwords, since it may predate them. */
export const enteredPassword = z
  .string('Please enter your password')
  .min(1, 'Please enter your password')
  .max(textLimits.password, 'That password is incorrect.');

/** A one-time secret, sent in an email or printed when the server starts. */
export const oneTimeToken = z
  .string('This link is incomplete.')
  .regex(/^[A-Za-z0-9._-]{8,1000}$/, 'This link is incomplete.');

const firstName = personName('Please enter a first name');
const lastName = personName('Please enter a last name');

export const signUpInput = z.object({
  firstName,
  lastName,
  email,
  password: newPassword,
  phone: optionalLine(textLimits.phone),
});

export const signInInput = z.object({ email, password: enteredPassword });

/** `twoFactor`: the password was correct, and a code must still be entered. */
export const signInReply = z.object({ twoFactor: z.boolean() });

/** A code from an authenticator app, or one of the backup codes. */
export const twoFactorCode = z.object({
  code: z
    .string('Please enter the code')
    .trim()
    .max(textLimits.verificationCode, 'Please enter the code')
    .regex(/^[A-Za-z0-9-]{6,}$/, 'Please enter the code'),
  /** Whether to trust this browser: for `trustedBrowserDays`, signing in from it requires no code. */
  trust: z.boolean().optional(),
});

/** Requires both factors, so that a stolen one is not enough to remove the other (ASVS 5.0 7.5.1). */
export const twoFactorRemoval = z.object({
  password: enteredPassword,
  code: twoFactorCode.shape.code,
});

export const emailInput = z.object({ email });
export const tokenInput = z.object({ token: oneTimeToken });
export const passwordReset = z.object({ token: oneTimeToken, password: newPassword });
/** Empty for people who sign in only through a provider; for them, a recent sign-in is enough. */
export const optionalPassword = z
  .string('Please enter your password')
  .max(textLimits.password)
  .default('');

/** A code for the second factor; empty for people without a second factor. */
const optionalCode = z
  .string('Please enter the code')
  .trim()
  .max(textLimits.verificationCode, 'Please enter the code')
  .regex(/^[A-Za-z0-9-]*$/, 'Please enter the code')
  .default('');

/** The credentials that people enter again before the most sensitive changes (ASVS 5.0 7.5.1). */
export const reauthentication = z.object({ password: optionalPassword, code: optionalCode });

/**
 * Ends a session with only the password (ASVS 5.0 7.5.2). No code is required, because the phone that generates
 * the codes may be the stolen device.
 */
export const sessionRevocation = z.object({ password: optionalPassword });
export const passwordInput = z.object({ password: enteredPassword });
export const passwordChange = z.object({
  current: enteredPassword,
  password: newPassword,
  code: optionalCode,
});
/** A new address takes effect once it is confirmed with the link emailed to it. */
export const emailChange = reauthentication.extend({ email });

/** The available ways to sign in, as shown on the sign-in page. */
export const signInOptions = z.object({
  /** Whether people can sign in with a password, and sign up. */
  passwords: z.boolean(),
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Whether emails are stored for an admin to read, because no mail server is configured. */
  storesEmail: z.boolean(),
  /** Whether no admin exists yet, so that the setup page must create the first one. */
  setUpNeeded: z.boolean(),
});
export type SignInOptions = z.infer<typeof signInOptions>;

export const account = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** The new address that was requested but isn't confirmed yet. */
  pendingEmail: z.string().nullable(),
  phone: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  /** False for someone who has only signed in through a provider. */
  hasPassword: z.boolean(),
  /** The providers that this account is linked to. */
  providers: z.array(z.string()),
  twoFactor: z.boolean(),
  /** Whether this person must still set up the second factor that the business requires from staff. */
  twoFactorRequired: z.boolean(),
});
export type Account = z.infer<typeof account>;

/** A change of at least one field. A picture is a small image as a data URL; null removes it. */
export const accountChange = z
  .object({
    firstName: firstName.optional(),
    lastName: lastName.optional(),
    phone: optionalLine(textLimits.phone).optional(),
    picture: pictureDataUrl().nullable().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    message: 'Please specify what to change.',
  });

/** The secret for an authenticator app, as an `otpauth:` URI, and the backup codes; shown once. */
export const twoFactorSetup = z.object({ uri: z.string(), backupCodes: z.array(z.string()) });

export const deviceSession = z.object({
  id: z.string(),
  /** Whether this request uses this session. */
  current: z.boolean(),
  /** ISO 8601. */
  createdAt: z.string(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
  userAgent: z.string().nullable(),
  ipAddress: z.string().nullable(),
});
export type DeviceSession = z.infer<typeof deviceSession>;

export const sessionParams = z.object({ id: authId('Session not found.') });
