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

/** Identifies a template: each kind of message has one for each of its channels. */
export interface MessageTemplateKey {
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
}

/** The keys of all templates, in the order in which screens list them. */
export const messageTemplateKeys: readonly MessageTemplateKey[] = messageKindNames.flatMap((kind) =>
  messageKinds[kind].channels.map((channel) => ({ kind, channel })),
);

/** Returns a template's id in URLs, events and the audit trail: 'confirmed.email'. */
export function toMessageTemplateId({ kind, channel }: MessageTemplateKey): string {
  return `${kind}.${channel}`;
}

/** Returns the key of the template with this id; null if there is none. */
export function findMessageTemplateKey(id: string): MessageTemplateKey | null {
  return messageTemplateKeys.find((key) => toMessageTemplateId(key) === id) ?? null;
}
