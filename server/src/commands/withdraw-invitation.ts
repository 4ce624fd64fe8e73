import { removeInvitation } from '../db/invitation-changes.ts';
import { lockAdmins } from '../db/user-changes.ts';
import type { Actor } from '../domain/appointment.ts';
import { accepted, refused, type Outcome } from '../domain/outcome.ts';
import { perform, type Context } from './transaction.ts';

/** Takes an invitation back: its link opens nothing any more. */
export async function withdrawInvitation(
  context: Context,
  actor: Actor,
  id: number,
): Promise<Outcome<void>> {
  return perform(context, actor.id, async (trx) => {
    const admins = await lockAdmins(trx);
    if (!admins.includes(actor.id)) return refused('not_allowed', 'You may not do that.');
    if (!(await removeInvitation(trx, id))) {
      return refused('not_found', 'There is no such invitation.');
    }
    return accepted(undefined);
  });
}
