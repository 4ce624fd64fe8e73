import { isOfficeRole } from '@curbwrench/contract/people/roles';
import type { MessageInput } from '@curbwrench/contract/conversations/schemas';
import {
  insertMessage,
  lockConversation,
  lockCorrespondent,
  type Correspondent,
} from './changes.ts';
import { findMessageByClientId, findReplyAppointment, type MessageRow } from './queries.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result, type Refused } from '../application/rules/result.ts';
import { conversationChanged, withNotification } from '../application/events.ts';
import {
  done,
  runInTransaction,
  type Context,
  type Transaction,
} from '../application/transaction.ts';
import { insertMessages } from '../database/message-changes.ts';

/**
 * Sends a message. A customer or mechanic writes to the office in their own conversation; office staff write as the
 * office in any conversation. If a message is sent again with the same client id, the first one is returned and nothing
 * is added. `linkAppointmentId` is the appointment whose link the author uses instead of signing in. Sending marks
 * nothing as read: only displayed messages count as read.
 */
export async function sendMessage(
  context: Context,
  actor: Actor,
  personId: string,
  { clientId, text }: MessageInput,
  linkAppointmentId: number | null = null,
): Promise<Result<MessageRow>> {
  if (!isOfficeRole(actor.role) && personId !== actor.id) return noSuchConversation;
  return runInTransaction(context, actor, async (trx) => {
    const now = context.clock.now();
    const correspondent = await lockCorrespondent(trx, personId);
    const refusal = refuseCorrespondent(correspondent, actor);
    if (refusal) return refusal;
    await lockConversation(trx, personId, now);
    const previousMessage = await findMessageByClientId(trx, actor.id, clientId);
    if (previousMessage) {
      return previousMessage.person_id === personId && previousMessage.text === text
        ? done(previousMessage, [])
        : clientIdReused;
    }
    const message = { personId, authorId: actor.id, clientId, text, linkAppointmentId };
    // Null if the same client id is being used in another conversation at the same time.
    if ((await insertMessage(trx, message, now)) === null) return clientIdReused;
    const sent = await findMessageByClientId(trx, actor.id, clientId);
    if (!sent) throw new Error('The message that was just inserted was not found.');
    if (actor.id !== personId && correspondent?.hasAccount === false) {
      await queueReply(trx, personId, clientId, now);
    }
    // The other side is notified: the person, or everyone in the office.
    const isFromPerson = actor.id === personId;
    const notification = {
      kind: 'message',
      to: isFromPerson ? [] : [personId],
      dispatch: isFromPerson,
    } as const;
    return done(sent, [
      withNotification(conversationChanged(personId), { ...notification, by: actor.id }),
    ]);
  });
}

/** Queues an email or text message to a customer without an account, who can't read the office's message here. */
async function queueReply(
  trx: Transaction,
  personId: string,
  messageClientId: string,
  now: Date,
): Promise<void> {
  const message = {
    kind: 'office_reply',
    personId,
    excludedPersonId: null,
    appointmentId: await findReplyAppointment(trx, personId),
    conversationId: personId,
    messageClientId,
    mechanicId: null,
    formerMechanicId: null,
    date: null,
  } as const;
  await insertMessages(trx, [message], now);
}

/** The refusal for a conversation that does not exist, or that the viewer may not see. */
export const noSuchConversation = refused('not_found', "This conversation doesn't exist.");

const clientIdReused = refused('idempotency_mismatch', 'That id was used for another message.');

function refuseCorrespondent(person: Correspondent | null, actor: Actor): Refused | null {
  if (!person || !(person.mayHaveConversation || person.hasConversation)) return noSuchConversation;
  // A person who has no account and can't be emailed or texted can still write with their link. The office calls them.
  if (person.canReceive || actor.linkTokenHash !== undefined) return null;
  return refused(
    'wrong_status',
    person.hasAccount
      ? "This person can't log in, so they won't see your message."
      : "We can't email or text this person, and they don't have an account. Please call them.",
  );
}
