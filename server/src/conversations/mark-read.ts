import { moveMark } from './changes.ts';
import { takeOffBells } from '../notifications/changes.ts';
import { conversationScopeOf, findConversation } from './queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { bellChanged, conversationChanged } from '../application/events.ts';
import { noConversation } from './send-message.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';

/**
 * Records that the viewer's side has read a conversation up to a message. The office shares one mark: what
 * any of its people has read counts as read for all of them, in their notifications too. A mark never moves
 * back, and one that does not move causes no event.
 */
export async function markRead(
  context: Context,
  actor: Actor,
  personId: string,
  number: number,
): Promise<Result<null>> {
  return runInTransaction(context, actor.id, async (trx) => {
    if (!(await findConversation(trx, conversationScopeOf(actor), personId))) return noConversation;
    const now = context.clock.now();
    const side = personId === actor.id ? 'person' : 'office';
    const mark = await moveMark(trx, side, personId, number);
    if (mark === 'missing') return refused('invalid_request', 'There is no such message.');
    if (mark === 'already') return done(null, []);
    const rung = mark === 'all read' ? await takeOffBells(trx, side, personId, now) : [];
    return done(null, [conversationChanged(personId), ...rung.map((id) => bellChanged(id))]);
  });
}
