import { displayId } from '@curbwrench/contract/fields/display-id';
import { erasePerson, openAppointmentsOf } from '../../erasure/changes.ts';
import { lockAdmins, lockState } from '../../accounts/changes/user-changes.ts';
import { accountDeletedMail } from '../../accounts/rules/account-mails.ts';
import { refused, type Result, type Refused } from '../../application/rules/result.ts';
import type { Visitor } from '../../application/identity-port.ts';
import type { AccountContext } from '../../application/account-context.ts';
import { personChanged } from '../../application/events.ts';
import { endDuties } from './give-role.ts';
import { postMail } from '../../accounts/commands/post-mail.ts';
import { lockProven, reauthenticate, type Proof } from '../../accounts/commands/reauthenticate.ts';
import { done, runInTransaction } from '../../application/transaction.ts';

/**
 * Deletes the person's own account: the history stays, without the name. Requires reauthentication. Refused
 * while appointments of theirs are open, for a mechanic with open jobs and for the last admin.
 */
export async function deleteAccount(
  context: AccountContext,
  userId: string,
  visitor: Visitor,
  proof: Proof,
): Promise<Result<null>> {
  const proven = await reauthenticate(context, userId, visitor, proof);
  if (!proven.ok) return proven;
  return runInTransaction(context, userId, async (trx) => {
    const admins = await lockAdmins(trx);
    // Prevents a booking in between, which would need this row too.
    const person = await lockState(trx, userId);
    const locked = await lockProven(trx, proven.value);
    if (!locked.ok) return locked;
    if (!person) return refused('not_signed_in', 'Please log in first.');
    const account = locked.value;
    const open = whyOpen(await openAppointmentsOf(trx, userId));
    if (open) return open;
    const ended = await endDuties(trx, context, admins, person);
    if (!ended.ok) return ended;

    await erasePerson(trx, userId, context.clock.now());
    // Deleted once it is sent. Without a mail server it would only store the address.
    if (!context.mailsAreKept) {
      const to = { firstName: account.first_name, business: context.business.name };
      await postMail(trx, context, { to: account.email, userId }, accountDeletedMail(to));
    }
    return done(null, [personChanged(userId), ...ended.value]);
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
