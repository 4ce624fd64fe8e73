import { defaultNotificationPreferences } from '@curbwrench/contract/notifications/default-preferences';
import { notificationsChanged } from '../application/events.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';
import { savePreferences } from '../notifications/changes.ts';
import { findPreferences } from '../notifications/queries.ts';
import { lockExistingPerson } from './changes.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

/**
 * Turns off reminders and review requests for the person to whom a link's token belongs. A second call changes nothing.
 * A person who was deleted gets no messages, so their link does nothing.
 */
export async function unsubscribe(
  context: Context & { readonly linkSecret: string },
  token: string,
): Promise<Result<null>> {
  const personId = readUnsubscribeToken(context.linkSecret, token);
  if (personId === null)
    return refused(
      'link_expired',
      "This link doesn't work. You can turn reminders off in your settings, or call us.",
    );
  return runInTransaction(context, null, async (trx) => {
    if (!(await lockExistingPerson(trx, personId))) return done(null, []);
    const preferences = (await findPreferences(trx, personId)) ?? defaultNotificationPreferences;
    if (!preferences.appointmentReminders) return done(null, []);
    const changed = { ...preferences, appointmentReminders: false };
    await savePreferences(trx, personId, changed, context.clock.now());
    return done(null, [notificationsChanged(personId)]);
  });
}
