import { displayId } from '@curbwrench/contract/booking-rules';
import { lockAccount } from '../db/account-changes.ts';
import { erasePerson, openAppointmentsOf } from '../db/erasure-changes.ts';
import { forgetMailsTo } from '../db/mail-changes.ts';
import { lockAdmins, lockState } from '../db/user-changes.ts';
import { accountDeletedMail } from '../domain/account-mails.ts';
import { accepted, refused, type Outcome, type Refused } from '../domain/outcome.ts';
import type { Visitor } from '../ports/identity.ts';
import type { AccountContext } from './account-context.ts';
import { personChanged } from './announcements.ts';
import { endDuties } from './duties.ts';
import { postMail } from './post-mail.ts';
import { whyNotProven, type Proof } from './prove-self.ts';
import { perform } from './transaction.ts';

/**
 * Deletes one's own account (D3): the history stays, without the name. Asks again who they
 * are. Refused while appointments of theirs are open, for a mechanic with open jobs and for the last
 * admin.
 */
export async function deleteAccount(
  context: AccountContext,
  userId: string,
  visitor: Visitor,
  proof: Proof,
): Promise<Outcome<null>> {
  const unproven = await whyNotProven(context, userId, visitor, proof);
  if (unproven) return unproven;
  return perform(context, userId, async (trx, tell) => {
    const admins = await lockAdmins(trx);
    // No booking of theirs can come in between: it would need this row too.
    const person = await lockState(trx, userId);
    const account = await lockAccount(trx, userId);
    if (!person || !account) return refused('not_signed_in', 'Please log in first.');
    const open = whyOpen(await openAppointmentsOf(trx, userId));
    if (open) return open;
    const ended = await endDuties(trx, context, admins, person);
    if (!ended.ok) return ended;

    await erasePerson(trx, userId, context.clock.now());
    await forgetMailsTo(trx, account.email);
    const to = { firstName: account.first_name, business: context.business.name };
    await postMail(trx, context, account.email, accountDeletedMail(to));
    tell([personChanged(userId), ...ended.value]);
    return accepted(null);
  });
}

function whyOpen([first, ...more]: readonly number[]): Refused | null {
  if (first === undefined) return null;
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return refused(
    'in_use',
    `You still have appointment ${displayId(first)}${others}; please cancel it or wait until it is done.`,
  );
}
