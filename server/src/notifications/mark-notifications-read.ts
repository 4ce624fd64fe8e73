import { markRangeRead } from './changes.ts';
import type { Actor } from '../application/rules/actor.ts';
import type { Result } from '../application/rules/result.ts';
import { notificationsChanged } from '../application/events.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';

/** Marks the range of notifications that a person was shown as read, on all their devices. */
export async function markNotificationsRead(
  context: Context,
  actor: Actor,
  range: { readonly from: number; readonly to: number },
): Promise<Result<null>> {
  return runInTransaction(context, actor.id, async (trx) => {
    const markedCount = await markRangeRead(trx, actor.id, range, context.clock.now());
    return done(null, markedCount > 0 ? [notificationsChanged(actor.id)] : []);
  });
}
