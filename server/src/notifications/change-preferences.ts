import type { NotificationPreferences } from '@curbwrench/contract/notifications/schemas';
import { savePreferences } from './changes.ts';
import type { Actor } from '../application/rules/actor.ts';
import type { Result } from '../application/rules/result.ts';
import { notificationsChanged } from '../application/events.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';

/** Saves a person's notification preferences, which apply to all their devices. */
export async function changePreferences(
  context: Context,
  actor: Actor,
  preferences: NotificationPreferences,
): Promise<Result<NotificationPreferences>> {
  return runInTransaction(context, actor.id, async (trx) => {
    await savePreferences(trx, actor.id, preferences, context.clock.now());
    return done(preferences, [notificationsChanged(actor.id)]);
  });
}
