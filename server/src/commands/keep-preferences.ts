import type { NotificationPreferences } from '@curbwrench/contract/notifications';
import { savePreferences } from '../db/notification-changes.ts';
import type { Actor } from '../domain/appointment.ts';
import { accepted, type Outcome } from '../domain/outcome.ts';
import { bellChanged } from './announcements.ts';
import { perform, type Context } from './transaction.ts';

/** Keeps what a person wants to be sent (spec section 2, Settings), for every device of theirs. */
export async function keepPreferences(
  context: Context,
  actor: Actor,
  wanted: NotificationPreferences,
): Promise<Outcome<NotificationPreferences>> {
  return perform(context, actor.id, async (trx, tell) => {
    await savePreferences(trx, actor.id, wanted, context.clock.now());
    tell([bellChanged(actor.id)]);
    return accepted(wanted);
  });
}
