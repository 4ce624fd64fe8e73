import { claimCode } from '../db/account-token-changes.ts';
import { findAccount } from '../db/accounts.ts';
import { lockAccount } from '../db/account-changes.ts';
import { endSessionOfToken, forgetBrowsers } from '../db/session-changes.ts';
import { twoFactorMail } from '../domain/account-mails.ts';
import type { Actor } from '../domain/appointment.ts';
import { accepted, refused, type Outcome } from '../domain/outcome.ts';
import type { OpenedSession, Visitor } from '../ports/identity.ts';
import type { AccountContext } from './account-context.ts';
import { postMail } from './post-mail.ts';
import { whyNotProven, type Proof } from './prove-self.ts';
import { perform } from './transaction.ts';

/** The library's attempt is spent with a right code, so another one needs the password first. */
const usedAlready =
  'That code was used already. Please go back, enter your password again, and then another code.';

const alreadyOn = 'Two-factor sign-in is on already; turn it off first.';

/**
 * Takes the code of someone whose password was right a moment ago. An app's code counts once,
 * though it stays right for a minute (RFC 6238 section 5.2), and a backup code once, which the library
 * alone does not hold to when two come at the same moment: the session of a second use is ended
 * before its cookie was ever sent.
 */
export async function signInWithCode(
  context: AccountContext,
  input: { readonly code: string; readonly trust: boolean },
  visitor: Visitor,
): Promise<Outcome<OpenedSession>> {
  const opened = await context.identity.signInWithCode(input, visitor);
  if (!opened.ok) return opened;
  const { kysely } = context.store;
  const { userId, token } = opened.value;
  if (await claimCode(kysely, userId, input.code)) return opened;
  await endSessionOfToken(kysely, token);
  return refused('wrong_credentials', usedAlready);
}

/** Begins to set up a second factor: makes its secret and backup codes. Asks the password again. */
export async function startTwoFactor(
  context: AccountContext,
  userId: string,
  password: string,
  visitor: Visitor,
): Promise<Outcome<{ readonly uri: string; readonly backupCodes: string[] }>> {
  const account = await findAccount(context.store.kysely, userId);
  // The library would replace the secret, and lock out whoever doesn't finish.
  if (account?.two_factor_enabled) return refused('wrong_status', alreadyOn);
  return context.identity.startTwoFactor(password, visitor);
}

/** Turns the second factor on, by a first code of the app. A fresh session; others go on. */
export async function confirmTwoFactor(
  context: AccountContext,
  userId: string,
  code: string,
  visitor: Visitor,
): Promise<Outcome<readonly string[]>> {
  const account = await findAccount(context.store.kysely, userId);
  if (account?.two_factor_enabled) return refused('wrong_status', alreadyOn);
  const cookies = await context.identity.confirmTwoFactor(code, visitor);
  if (!cookies.ok) return cookies;
  // The same code must not also sign someone in.
  await claimCode(context.store.kysely, userId, code);
  await tellOwner(context, userId, true);
  return cookies;
}

/**
 * Turns it off. Asks the password and a code again (ASVS 5.0 7.5.1); refused where the business asks its staff for one. No
 * browser stays trusted, should it be turned on again.
 */
export async function stopTwoFactor(
  context: AccountContext,
  actor: Actor,
  proof: Proof,
  visitor: Visitor,
): Promise<Outcome<readonly string[]>> {
  if (context.identity.staffTwoFactor && actor.role !== 'customer') {
    return refused('not_allowed', 'The business asks its staff for two-factor sign-in.');
  }
  const account = await findAccount(context.store.kysely, actor.id);
  if (!account?.two_factor_enabled) {
    return refused('wrong_status', 'Two-factor sign-in is not on.');
  }
  const unproven = await whyNotProven(context, actor.id, visitor, proof);
  if (unproven) return unproven;
  const cookies = await context.identity.stopTwoFactor(proof.password, visitor);
  if (!cookies.ok) return cookies;
  await tellOwner(context, actor.id, false);
  return cookies;
}

async function tellOwner(context: AccountContext, userId: string, on: boolean): Promise<void> {
  await perform(context, userId, async (trx) => {
    const person = await lockAccount(trx, userId);
    if (!person) return accepted(null);
    if (!on) await forgetBrowsers(trx, userId);
    const to = { firstName: person.first_name, business: context.business.name };
    await postMail(trx, context, person.email, twoFactorMail(to, on));
    return accepted(null);
  });
}
