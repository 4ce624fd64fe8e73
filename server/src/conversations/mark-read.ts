import { advanceReadMarker } from './changes.ts';
import { markConversationNotificationsRead } from '../notifications/changes.ts';
import { getConversationScope, findConversation } from './queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { notificationsChanged, conversationChanged } from '../application/events.ts';
import { noSuchConversation } from './send-message.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';

/**
 * Records that the viewer's side has read a conversation up to a message. The office shares one read marker: a message
 * that one staff member has read counts as read for all of them, including in their notifications. A marker never moves
 * back; if it does not move, no event is sent.
 */
export async function markRead(
  context: Context,
  actor: Actor,
  personId: string,
  number: number,
): Promise<Result<null>> {
  return runInTransaction(context, actor.id, async (trx) => {
    if (!(await findConversation(trx, getConversationScope(actor), personId)))
      return noSuchConversation;
    const now = context.clock.now();
    const side = personId === actor.id ? 'person' : 'office';
    const outcome = await advanceReadMarker(trx, side, personId, number);
    if (outcome === 'no_such_message') return refused('invalid_request', 'Message not found.');
    if (outcome === 'unchanged') return done(null, []);
    const recipientIds =
      outcome === 'all_read'
        ? await markConversationNotificationsRead(trx, side, personId, now)
        : [];
    return done(null, [
      conversationChanged(personId),
      ...recipientIds.map((id) => notificationsChanged(id)),
    ]);
  });
}
