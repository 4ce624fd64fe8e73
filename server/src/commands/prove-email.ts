import { lockAddress, lockAccount, setProvenEmail } from '../db/account-changes.ts';
import { dropTokens, takeToken } from '../db/account-token-changes.ts';
import { findByEmail } from '../db/accounts.ts';
import {
  alreadyHereMail,
  changeEmailMail,
  emailChangeAskedMail,
  emailChangedMail,
} from '../domain/account-mails.ts';
import { accepted, refused, type Outcome } from '../domain/outcome.ts';
import { personChanged } from './announcements.ts';
import type { Visitor } from '../ports/identity.ts';
import type { AccountContext } from './account-context.ts';
import { hashOf } from './one-time-token.ts';
import { postLink, postMail } from './post-mail.ts';
import { whyNotProven, type Proof } from './prove-self.ts';
import { perform } from './transaction.ts';

const usedUp = 'This link was used already or is too old. Please ask for a new one.';

/**
 * Takes the link out of a message: the address it was sent to is proven to be its reader's. For
 * someone who signed up, it lets them in; for a new address, that is theirs from now on.
 */
export async function proveEmail(context: AccountContext, secret: string): Promise<Outcome<null>> {
  return perform(context, null, async (trx, tell) => {
    const now = context.clock.now();
    const token = await takeToken(trx, hashOf(secret), ['verify_email', 'change_email'], now);
    if (!token) return refused('link_expired', usedUp);
    // Two people may be proving one new address.
    await lockAddress(trx, token.email);
    const person = await lockAccount(trx, token.userId);
    if (!person?.active) return refused('link_expired', usedUp);
    if (token.purpose === 'verify_email' && person.email !== token.email) {
      return refused('link_expired', usedUp);
    }
    if (!(await setProvenEmail(trx, token.userId, token.email, now))) {
      return refused('link_expired', usedUp);
    }
    // Links that wait in the mailbox of the former address open nothing any more.
    await dropTokens(trx, token.userId, ['verify_email', 'change_email', 'reset_password']);
    if (person.email !== token.email) {
      const to = { firstName: person.first_name, business: context.business.name };
      await postMail(trx, context, person.email, emailChangedMail(to, token.email));
    }
    tell([personChanged(token.userId)]);
    return accepted(null);
  });
}

/**
 * Asks for another address: it counts once it is proven, and the present one is told (ASVS 5.0
 * 6.3.7). Asks again who they are. An address that somebody has already answers alike, and only its
 * owner is told.
 */
export async function changeEmail(
  context: AccountContext,
  userId: string,
  visitor: Visitor,
  { email, ...proof }: Proof & { readonly email: string },
): Promise<Outcome<null>> {
  const unproven = await whyNotProven(context, userId, visitor, proof);
  if (unproven) return unproven;
  return perform(context, userId, async (trx) => {
    const person = await lockAccount(trx, userId);
    if (!person) return refused('not_signed_in', 'Please log in first.');
    if (person.email === email) {
      const same = 'That is your e-mail address already.';
      return refused('invalid_request', same, { email: same });
    }
    const { publicUrl, business } = context;
    const to = { firstName: person.first_name, business: business.name };
    const forgotLink = `${publicUrl}/forgot-password`;
    await dropTokens(trx, userId, ['change_email']);
    const owner = await findByEmail(trx, email);
    if (!owner) {
      await postLink(trx, context, { userId, purpose: 'change_email', email }, (link) =>
        changeEmailMail(to, link),
      );
    } else if (owner.active && owner.email_verified) {
      const mail = alreadyHereMail(
        { firstName: owner.first_name, business: business.name },
        `${publicUrl}/sign-in`,
        forgotLink,
      );
      await postMail(trx, context, owner.email, mail);
    }
    await postMail(trx, context, person.email, emailChangeAskedMail(to, email, forgotLink));
    return accepted(null);
  });
}
