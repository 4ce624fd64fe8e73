import { displayId } from '@curbwrench/contract/fields/display-id';
import { erasePerson, findOpenAppointmentIds } from '../../erasure/changes.ts';
import { lockAdmins, lockPerson } from '../../accounts/changes/user-changes.ts';
import { accountDeletedEmail } from '../../accounts/rules/account-emails.ts';
import { refused, type Result, type Refused } from '../../application/rules/result.ts';
import type { ClientInfo } from '../../application/identity-port.ts';
import type { AccountContext } from '../../application/account-context.ts';
import { personChanged } from '../../application/events.ts';
import { endRole } from './grant-role.ts';
import { queueEmail } from '../../accounts/commands/queue-email.ts';
import {
  lockReauthenticatedAccount,
  reauthenticate,
  type ReauthenticationInput,
} from '../../accounts/commands/reauthenticate.ts';
import { done, runInTransaction } from '../../application/transaction.ts';

/**
 * Deletes a person's own account; the history is kept without their name. Requires reauthentication. Refused if
 * they have open appointments, are a mechanic with open jobs, or are the last admin.
 */
export async function deleteAccount(
  context: AccountContext,
  userId: string,
  client: ClientInfo,
  input: ReauthenticationInput,
): Promise<Result<null>> {
  const reauthenticated = await reauthenticate(context, userId, client, input);
  if (!reauthenticated.ok) return reauthenticated;
  return runInTransaction(context, userId, async (trx) => {
    const admins = await lockAdmins(trx);
    // Prevents a concurrent booking, which also locks this row.
    const person = await lockPerson(trx, userId);
    const locked = await lockReauthenticatedAccount(trx, reauthenticated.value);
    if (!locked.ok) return locked;
    if (!person) return refused('not_signed_in', 'Please log in first.');
    const account = locked.value;
    const refusal = openAppointmentsRefusal(await findOpenAppointmentIds(trx, userId));
    if (refusal) return refusal;
    const endEvents = await endRole(trx, context, admins, person);
    if (!endEvents.ok) return endEvents;

    await erasePerson(trx, userId, context.clock.now());
    // An email is deleted after it is sent. Without a mail server, it would be kept, with the erased address.
    if (!context.storesEmail) {
      const recipient = { firstName: account.first_name, business: context.business.name };
      await queueEmail(trx, context, { to: account.email, userId }, accountDeletedEmail(recipient));
    }
    return done(null, [personChanged(userId), ...endEvents.value]);
  });
}

function openAppointmentsRefusal([first, ...rest]: readonly number[]): Refused | null {
  if (first === undefined) return null;
  const others = rest.length > 0 ? ` and ${rest.length} more` : '';
  return refused(
    'in_use',
    `You still have appointment ${displayId(first)}${others}. Please cancel your open appointments or wait until they are done.`,
  );
}
