import { markRead } from '../db/notification-changes.ts';
import type { Actor } from '../domain/appointment.ts';
import { accepted, type Outcome } from '../domain/outcome.ts';
import { bellChanged } from './announcements.ts';
import { perform, type Context } from './transaction.ts';

/** Marks what a person was shown under their bell as read, on every device of theirs. */
export async function readNotifications(
  context: Context,
  actor: Actor,
  shown: { readonly from: number; readonly to: number },
): Promise<Outcome<null>> {
  return perform(context, actor.id, async (trx, tell) => {
    const marked = await markRead(trx, actor.id, shown, context.clock.now());
    if (marked > 0) tell([bellChanged(actor.id)]);
    return accepted(null);
  });
}
