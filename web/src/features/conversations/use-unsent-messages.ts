import { useSyncExternalStore } from 'react';
import { sentenceOf } from '../../api/api-error.ts';
import { useSignedInUser } from '../session/queries.ts';
import { useDeliver } from './queries.ts';
import { UnsentMessages } from './unsent-messages.ts';

const unsent = new UnsentMessages(makeId, sentenceOf);

/** The reader's own messages of one conversation that are on their way, and what to do with them. */
export function useUnsentMessages(personId: string) {
  const { id } = useSignedInUser();
  const deliver = useDeliver(personId);
  const conversation = `${id} ${personId}`;
  return {
    messages: useSyncExternalStore(unsent.subscribe, () => unsent.of(conversation)),
    send: (text: string) => unsent.send(conversation, text, deliver),
    retry: (clientId: string) => unsent.retry(conversation, clientId, deliver),
    discard: (clientId: string) => unsent.discard(conversation, clientId),
  };
}

/** A random UUID; `crypto.randomUUID` itself is missing where the page came without TLS. */
function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
