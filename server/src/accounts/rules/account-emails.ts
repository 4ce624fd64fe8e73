import { formatLinkLifetime, type LinkKind } from '@curbwrench/contract/accounts/one-time-links';

/*
 * The email messages about an account, in plain text. A link in them opens a page with a button; nothing changes
 * until the button is clicked.
 */

/** An email message, in plain text. */
export interface EmailText {
  readonly subject: string;
  readonly text: string;
}

/** The recipient of a message, and the business that sends it. */
export interface Recipient {
  /** Empty if the message must not contain the name. */
  readonly firstName: string;
  /** The business's name. */
  readonly business: string;
}

/**
 * Returns the recipient of a message to an unverified address. Anyone may have typed that address, so the
 * message contains nothing else that they typed, not even a name.
 */
function anonymousRecipient(business: string): Recipient {
  return { firstName: '', business };
}

/** Returns the message that asks someone who signed up to verify their address. */
export function verificationEmail(business: string, link: string): EmailText {
  const to = anonymousRecipient(business);
  return formatEmail(to, `Confirm your email address for ${to.business}`, [
    `Thank you for signing up with ${to.business}. Please confirm that this is your email address:`,
    link,
    `${linkValidity('verify_email')} Confirm only if you signed up yourself: whoever chose the password will then be able to see what is booked with this address. If you didn't just sign up, ignore this message: nothing happens unless the link is used.`,
  ]);
}

/**
 * Returns the message that asks someone who signed up, and has booked with the same address as a visitor, to choose the
 * password: the bookings must not become visible to just anyone who typed a password with the address.
 */
export function firstPasswordEmail(business: string, link: string): EmailText {
  const to = anonymousRecipient(business);
  return formatEmail(to, `Choose a password for your account with ${to.business}`, [
    `Thank you for signing up with ${to.business}. You have booked with this email address before, so please choose your password again here. You'll then find your bookings in your account:`,
    link,
    `${linkValidity('reset_password')} If you didn't just sign up, ignore this message: nothing happens unless the link is used.`,
  ]);
}

/** Returns the message that tells an account's owner that someone signed up with their address. */
export function accountExistsEmail(
  to: Recipient,
  signInLink: string,
  forgotPasswordLink: string,
): EmailText {
  return formatEmail(to, `You already have an account with ${to.business}`, [
    'Someone, possibly you, just signed up with this email address. You already have an account with it, and nothing was changed. You can log in here:',
    signInLink,
    'If you forgot your password, choose a new one here:',
    forgotPasswordLink,
  ]);
}

/** Returns the message with the link to choose a new password. */
export function resetPasswordEmail(to: Recipient, link: string): EmailText {
  return formatEmail(to, `Choose a new password for ${to.business}`, [
    'We received a request for a new password for your account. You can choose one here:',
    link,
    `${linkValidity('reset_password')} If you didn't request this, ignore this message. Your password won't change.`,
  ]);
}

/** Returns the message that asks the recipient to verify a new address. */
export function newAddressEmail(business: string, link: string): EmailText {
  const to = anonymousRecipient(business);
  return formatEmail(to, `Confirm your new email address for ${to.business}`, [
    `Please confirm that this is your new email address for ${to.business}:`,
    link,
    `${linkValidity('change_email')} Confirm only if it is your own account: whoever can log in to it will then be able to see what is booked with this address. If you didn't ask for this, ignore this message.`,
  ]);
}

/** Returns the message that notifies the old address of a requested change, with a link to cancel it. */
export function emailChangeRequestedEmail(
  to: Recipient,
  address: string,
  links: { readonly cancel: string; readonly newPassword: string },
): EmailText {
  return formatEmail(to, `Your email address for ${to.business} is about to change`, [
    `Someone who is logged in as you and knows your password asked to change your email address to ${address}. The change takes effect when that address is confirmed.`,
    `If it wasn't you, you can cancel the change. ${linkValidity('cancel_email_change')}`,
    links.cancel,
    'Then choose a new password, which also logs you out everywhere:',
    links.newPassword,
  ]);
}

/** Returns the message that notifies the old address that it is no longer in use. */
export function emailChangedEmail(to: Recipient, address: string): EmailText {
  return formatEmail(to, `Your email address for ${to.business} was changed`, [
    `From now on, log in with ${address}. We'll send our messages there, too.`,
    contactAdvice(to),
  ]);
}

/** Returns the message saying that the password was changed. */
export function passwordChangedEmail(to: Recipient, forgotPasswordLink: string): EmailText {
  return formatEmail(to, `Your password for ${to.business} was changed`, [
    'Your password was changed, and you were logged out everywhere else.',
    "If it wasn't you, choose a new one now:",
    forgotPasswordLink,
  ]);
}

/** Returns the message saying that two-factor authentication was turned on or off. */
export function twoFactorEmail(to: Recipient, isOn: boolean): EmailText {
  const state = isOn ? 'on' : 'off';
  return formatEmail(to, `Two-factor authentication for ${to.business} was turned ${state}`, [
    isOn
      ? 'From now on, logging in with your password also requires a code from your authenticator app.'
      : 'Logging in no longer requires a code.',
    contactAdvice(to),
  ]);
}

/** Returns the message saying that an admin removed the second factor on request. */
export function secondFactorRemovedEmail(to: Recipient): EmailText {
  return formatEmail(to, `Two-factor authentication for ${to.business} was removed`, [
    'An admin removed the authenticator app and the backup codes from your account, and you were logged out everywhere. Log in with your password, then set up two-factor authentication again on your account page.',
    `If you didn't ask for that, please contact ${to.business} immediately.`,
  ]);
}

/** Returns the last message to a person who deleted their account. */
export function accountDeletedEmail(to: Recipient): EmailText {
  return formatEmail(to, `Your account with ${to.business} was deleted`, [
    'Your account was deleted. We removed your name, addresses, phone number, and license plates; records of work and payments are kept, without that information.',
    contactAdvice(to),
  ]);
}

function linkValidity(kind: LinkKind): string {
  return `This link can be used once and expires in ${formatLinkLifetime(kind)}.`;
}

function contactAdvice({ business }: Recipient): string {
  return `If it wasn't you, please contact ${business} immediately.`;
}

/** Returns a message in our format: a greeting, its paragraphs, and the sender. */
export function formatEmail(
  to: Recipient,
  subject: string,
  paragraphs: readonly string[],
): EmailText {
  const greeting = to.firstName === '' ? 'Hello,' : `Hello ${to.firstName},`;
  return { subject, text: [greeting, ...paragraphs, to.business].join('\n\n') + '\n' };
}
