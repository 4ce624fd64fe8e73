import { conversationChanged, withNotification } from '../application/events.ts';
import type { Transaction } from '../application/transaction.ts';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import { insertMessage, lockConversation, lockCorrespondent } from './changes.ts';

/**
 * Adds a text message that a person sent us to that person's conversation, and notifies the office. Returns the events;
 * none if the message has already been added, or if the person may not have a conversation.
 */
export async function addTextMessage(
  trx: Transaction,
  personId: string,
  { clientId, text }: { readonly clientId: string; readonly text: string },
  now: Date,
): Promise<OutboxEvent[]> {
  const person = await lockCorrespondent(trx, personId);
  if (!person?.mayHaveConversation) return [];
  await lockConversation(trx, personId, now);
  const message = { personId, authorId: personId, clientId, text, sentBySms: true };
  if ((await insertMessage(trx, message, now)) === null) return [];
  return [
    withNotification(conversationChanged(personId), {
      kind: 'message',
      dispatch: true,
      by: personId,
    }),
  ];
}
