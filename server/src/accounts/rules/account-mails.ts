import { linkLifetime, type LinkKind } from '@curbwrench/contract/accounts/one-time-links';

/*
 * Texts of the messages about an account. Plain text; a link opens a page with a button and changes nothing
 * itself.
 */

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

export interface Recipient {
  readonly firstName: string;
  readonly business: string;
}

/**
 * Returns the recipient for an unverified address. Anyone may have typed it, so a message to it contains
 * nothing that they typed, not even their name.
 */
function stranger(business: string): Recipient {
  return { firstName: '', business };
}

/** Asks someone who signed up to verify their address. */
export function verifyEmailMail(business: string, link: string): MailText {
  const to = stranger(business);
  return letter(to, `Confirm your e-mail address for ${to.business}`, [
    `Thank you for signing up with ${to.business}. Please confirm that this is your e-mail address:`,
    link,
    `${usableOnce('verify_email')} If you didn't just sign up, ignore this message: nothing happens unless the link is used.`,
  ]);
}

/** Tells an account's owner, and only them, that someone signed up with their address. */
export function alreadyHereMail(to: Recipient, signInLink: string, forgotLink: string): MailText {
  return letter(to, `You already have an account with ${to.business}`, [
    'Someone, perhaps you, just signed up with this e-mail address. You already have an account with it, and nothing was changed. You can sign in here:',
    signInLink,
    'If you forgot your password, choose a new one here:',
    forgotLink,
  ]);
}

/** Contains the link to choose a new password. */
export function resetPasswordMail(to: Recipient, link: string): MailText {
  return letter(to, `Choose a new password for ${to.business}`, [
    'Someone, perhaps you, asked for a new password. You can choose one here:',
    link,
    `${usableOnce('reset_password')} If it wasn't you, ignore this message; your password stays the same.`,
  ]);
}

/** Asks to verify a new address. */
export function changeEmailMail(business: string, link: string): MailText {
  const to = stranger(business);
  return letter(to, `Confirm your new e-mail address for ${to.business}`, [
    `Please confirm that this is your new e-mail address for ${to.business}:`,
    link,
    `${usableOnce('change_email')} If you didn't ask for this, ignore this message.`,
  ]);
}

/** Tells the old address that a new one was requested, and how to cancel that. */
export function emailChangeAskedMail(
  to: Recipient,
  address: string,
  links: { readonly cancel: string; readonly newPassword: string },
): MailText {
  return letter(to, `Your e-mail address for ${to.business} is about to change`, [
    `Someone who is signed in as you and knows your password asked to change your e-mail address to ${address}. It changes when that address is confirmed.`,
    `If it wasn't you, cancel the change here. The link works once, within ${linkLifetime('cancel_email_change')}:`,
    links.cancel,
    'Then choose a new password, which also ends every session:',
    links.newPassword,
  ]);
}

/** Tells the old address that it is no longer in use. */
export function emailChangedMail(to: Recipient, address: string): MailText {
  return letter(to, `Your e-mail address for ${to.business} was changed`, [
    `From now on you sign in with ${address}, and our messages go there.`,
    contact(to),
  ]);
}

/** Tells that the password was changed. */
export function passwordChangedMail(to: Recipient, forgotLink: string): MailText {
  return letter(to, `Your password for ${to.business} was changed`, [
    'Your password was changed, and your other sessions have ended.',
    'If it was not you, choose a new one now:',
    forgotLink,
  ]);
}

/** Tells that a code is required from now on, or no longer. */
export function twoFactorMail(to: Recipient, on: boolean): MailText {
  const state = on ? 'on' : 'off';
  return letter(to, `Two-factor sign-in for ${to.business} was turned ${state}`, [
    on
      ? 'From now on, signing in with your password asks for a code from your authenticator app.'
      : 'Signing in no longer asks for a code.',
    contact(to),
  ]);
}

/** Tells that an admin removed the second factor on request. */
export function secondFactorRemovedMail(to: Recipient): MailText {
  return letter(to, `Two-factor sign-in for ${to.business} was removed`, [
    'An admin removed the authenticator app and the backup codes from your account, and you were logged out everywhere. Log in with your password, then set two-factor sign-in up again on your account page.',
    `If you didn't ask for that, please contact ${to.business} immediately.`,
  ]);
}

/** The last message to someone who deleted their account. */
export function accountDeletedMail(to: Recipient): MailText {
  return letter(to, `Your account with ${to.business} was deleted`, [
    'Your account was deleted. We removed your name, addresses, phone number and plates; records of work and payments stay, without them.',
    contact(to),
  ]);
}

function usableOnce(kind: LinkKind): string {
  return `The link works once, within ${linkLifetime(kind)}.`;
}

function contact({ business }: Recipient): string {
  return `If it wasn't you, please contact ${business} immediately.`;
}

/** Returns a message in our format: a greeting, its paragraphs, and the sender. */
export function letter(to: Recipient, subject: string, paragraphs: readonly string[]): MailText {
  const greeting = to.firstName === '' ? 'Hello,' : `Hello ${to.firstName},`;
  return { subject, text: [greeting, ...paragraphs, to.business].join('\n\n') + '\n' };
}
