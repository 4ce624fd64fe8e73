import { deleteSecondFactor } from '../db/account-changes.ts';
import { findByEmail } from '../db/accounts.ts';
import { endSessions } from '../db/session-changes.ts';
import { lockAdmins } from '../db/user-changes.ts';
import { secondFactorRemovedMail } from '../domain/account-mails.ts';
import type { Actor } from '../domain/appointment.ts';
import { accepted, refused, type Outcome } from '../domain/outcome.ts';
import type { Visitor } from '../ports/identity.ts';
import type { AccountContext } from './account-context.ts';
import { personChanged } from './announcements.ts';
import { postMail } from './post-mail.ts';
import { whyNotProven, type Proof } from './prove-self.ts';
import { perform, type Context, type Tell, type Work } from './transaction.ts';

const notOn = 'Two-factor sign-in is not on.';

/**
 * The way back for someone who lost their app and their backup codes (ASVS 5.0 6.4.4): an admin who
 * knows them takes their second factor away. Asks the admin who they are, by both of their own
 * factors. Ends the person's sessions and tells them by mail; where staff need a second factor, they
 * have to set one up before they can go on.
 */
export async function removeSecondFactor(
  context: AccountContext,
  actor: Actor,
  visitor: Visitor,
  userId: string,
  proof: Proof,
): Promise<Outcome<void>> {
  if (userId === actor.id) {
    return refused('not_allowed', 'Your own is turned off on your account page.');
  }
  const unproven = await whyNotProven(context, actor.id, visitor, proof);
  if (unproven) return unproven;
  return perform(context, actor.id, async (trx, tell) => {
    const admins = await lockAdmins(trx);
    if (!admins.includes(actor.id)) return refused('not_allowed', 'You may not do that.');
    return take(trx, tell, context, userId);
  });
}

/**
 * The same for the last admin, by whoever owns the server (`npm run remove-second-factor`): the
 * address is all that names the person.
 */
export async function removeSecondFactorOf(
  context: TakingContext,
  email: string,
): Promise<Outcome<void>> {
  return perform(context, null, async (trx, tell) => {
    const person = await findByEmail(trx, email);
    if (!person) return refused('not_found', 'There is no such person.');
    return take(trx, tell, context, person.id);
  });
}

type TakingContext = Context & Pick<AccountContext, 'mailsAreKept'>;

async function take(
  trx: Work,
  tell: Tell,
  context: TakingContext,
  userId: string,
): Promise<Outcome<void>> {
  const person = await deleteSecondFactor(trx, userId, context.clock.now());
  if (person === null) return refused('not_found', 'There is no such person.');
  if (!person.hadOne) return refused('wrong_status', notOn);
  await endSessions(trx, userId);
  const to = { firstName: person.firstName, business: context.business.name };
  await postMail(trx, context, person.email, secondFactorRemovedMail(to));
  tell([personChanged(userId)]);
  return accepted(undefined);
}
