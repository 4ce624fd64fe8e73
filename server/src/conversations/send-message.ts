import { dispatches } from '@curbwrench/contract/people/roles';
import type { MessageInput } from '@curbwrench/contract/conversations/schemas';
import {
  insertMessage,
  lockConversation,
  lockCorrespondent,
  type Correspondent,
} from './changes.ts';
import { findMessageByClientId, type MessageRow } from './queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result, type Refused } from '../application/rules/result.ts';
import { conversationChanged, notifying } from '../application/events.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';

/**
 * Sends a message: a customer or mechanic to the office in their own conversation, staff as the office in
 * anyone's. One that is sent again under its client id gets the first reply and is not repeated. Sending
 * marks nothing as read, which records only what was displayed.
 */
export async function sendMessage(
  context: Context,
  actor: Actor,
  personId: string,
  { clientId, text }: MessageInput,
): Promise<Result<MessageRow>> {
  if (!dispatches(actor.role) && personId !== actor.id) return noSuchConversation;
  return runInTransaction(context, actor.id, async (trx) => {
    const now = context.clock.now();
    const refusal = refuseRecipient(await lockCorrespondent(trx, personId));
    if (refusal) return refusal;
    await lockConversation(trx, personId, now);
    const earlier = await findMessageByClientId(trx, actor.id, clientId);
    if (earlier) {
      return earlier.person_id === personId && earlier.text === text
        ? done(earlier, [])
        : clientIdReused;
    }
    const message = { personId, authorId: actor.id, clientId, text };
    // Null: the same client id is being used in another conversation at this moment.
    if ((await insertMessage(trx, message, now)) === null) return clientIdReused;
    const sent = await findMessageByClientId(trx, actor.id, clientId);
    if (!sent) throw new Error('A message that was just added is not there.');
    // The other side is notified: the person, or everyone in the office.
    const isByPerson = actor.id === personId;
    const notice = {
      kind: 'message',
      to: isByPerson ? [] : [personId],
      dispatch: isByPerson,
    } as const;
    return done(sent, [notifying(conversationChanged(personId), { ...notice, by: actor.id })]);
  });
}

/** The reply for someone else's conversation, too. */
export const noSuchConversation = refused('not_found', "This conversation doesn't exist.");

const clientIdReused = refused('idempotency_mismatch', 'That id was used for another message.');

function refuseRecipient(person: Correspondent | null): Refused | null {
  if (!person || !(person.mayHaveConversation || person.hasConversation)) return noSuchConversation;
  return person.canReceive
    ? null
    : refused('wrong_status', "This person can no longer log in, so they wouldn't see a message.");
}
