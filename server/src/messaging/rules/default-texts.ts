import type {
  MessageChannel,
  MessageKind,
  messageKinds,
} from '@curbwrench/contract/messaging/kinds';
import { customerTexts } from './default-customer-texts.ts';
import { mechanicTexts, officeTexts } from './default-staff-texts.ts';
import type { MessageText } from './message-texts.ts';

/** A text for each channel of each kind. */
type TextsByKind = {
  readonly [Kind in MessageKind]: Readonly<
    Record<(typeof messageKinds)[Kind]['channels'][number], MessageText>
  >;
};

/** The texts that are sent unless an admin has changed them. */
const defaultTexts: TextsByKind = { ...customerTexts, ...mechanicTexts, ...officeTexts };

/**
 * Returns the text that a message of this kind has in this channel unless an admin has changed it; null if messages of
 * this kind are not sent through this channel.
 */
export function findDefaultText(kind: MessageKind, channel: MessageChannel): MessageText | null {
  const texts: Partial<Record<MessageChannel, MessageText>> = defaultTexts[kind];
  return texts[channel] ?? null;
}

/** Like `findDefaultText`, but throws an error instead of returning null. */
export function getDefaultText(kind: MessageKind, channel: MessageChannel): MessageText {
  const text = findDefaultText(kind, channel);
  if (text === null) throw new Error(`There is no ${channel} message of the kind ${kind}.`);
  return text;
}
