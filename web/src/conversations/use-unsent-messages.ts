import { useSyncExternalStore } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { randomId } from '../lib/random-id.ts';
import { useSignedInUser } from '../session/queries.ts';
import { useSendMessage } from './queries.ts';
import { UnsentMessages } from './unsent-messages.ts';

const unsent = new UnsentMessages(randomId, getErrorMessage);

/** Returns the viewer's unsent messages in one conversation, and functions to send, retry and discard them. */
export function useUnsentMessages(personId: string) {
  const { id } = useSignedInUser();
  const sendMessage = useSendMessage(personId);
  const conversation = `${id} ${personId}`;
  return {
    messages: useSyncExternalStore(unsent.subscribe, () => unsent.list(conversation)),
    send: (text: string) => unsent.send(conversation, text, sendMessage),
    retry: (clientId: string) => unsent.retry(conversation, clientId, sendMessage),
    discard: (clientId: string) => unsent.discard(conversation, clientId),
  };
}
