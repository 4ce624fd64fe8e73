import { randomUUID } from 'node:crypto';
import type { Message } from '@curbwrench/contract/conversations/schemas';
import { insertMessage, lockConversation } from '@curbwrench/server/conversations/changes';
import { inTransaction } from '@curbwrench/server/database/connection/transaction';
import type { Store } from '@curbwrench/server/database/connection/store';
import type { Person } from './builders.ts';
import { send, type TestResponse } from './requests.ts';

type App = Parameters<typeof send>[0];

/** Sends a message to a person's conversation and returns the response. */
export function postMessage(
  app: App,
  author: Pick<Person, 'headers'> | null,
  personId: string,
  text: string,
  clientId: string = randomUUID(),
): Promise<TestResponse> {
  return send(app, author, 'POST', `/api/conversations/${personId}/messages`, { text, clientId });
}

/** Sends a message that must be accepted, and returns it. */
export async function postAcceptedMessage(
  app: App,
  author: Pick<Person, 'headers'>,
  personId: string,
  text: string,
): Promise<Message> {
  const response = await postMessage(app, author, personId, text);
  if (response.statusCode !== 201) throw new Error(`Sending a message failed: ${response.body}`);
  return response.json<Message>();
}

/** Inserts messages into a person's conversation without checking any rules. */
export async function makeMessages(
  { store }: { readonly store: Store },
  personId: string,
  messages: readonly { readonly authorId: string; readonly text: string; readonly at?: Date }[],
): Promise<void> {
  await inTransaction(store, async (trx) => {
    for (const { authorId, text, at = new Date() } of messages) {
      await lockConversation(trx, personId, at);
      await insertMessage(trx, { personId, authorId, clientId: randomUUID(), text }, at);
    }
  });
}
