import { messageKinds, type MessageChannel, type MessageKind } from './kinds.ts';

/** The channels' names on screens. */
export const messageChannelLabels: Record<MessageChannel, string> = {
  email: 'Email',
  sms: 'Text message',
  push: 'Push',
};

/** All kinds of messages, in the order in which screens list them. */
export const messageKindNames: readonly MessageKind[] = Object.keys(messageKinds).filter(
  (name): name is MessageKind => Object.hasOwn(messageKinds, name),
);

/** Identifies a message text: each kind of message has one text for each of its channels. */
export interface MessageTextKey {
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
}

/** The keys of all texts, in the order in which screens list them. */
export const messageTextKeys: readonly MessageTextKey[] = messageKindNames.flatMap((kind) =>
  messageKinds[kind].channels.map((channel) => ({ kind, channel })),
);

/** Returns a text's id in URLs, events and the audit trail: 'confirmed.email'. */
export function toMessageTextId({ kind, channel }: MessageTextKey): string {
  return `${kind}.${channel}`;
}

/** Returns the key of the text with this id; null if there is none. */
export function findMessageTextKey(id: string): MessageTextKey | null {
  return messageTextKeys.find((key) => toMessageTextId(key) === id) ?? null;
}
