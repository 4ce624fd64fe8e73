import type { MessageChannel, MessageKind } from '@curbwrench/contract/messaging/kinds';
import { customerTexts } from './default-customer-templates.ts';
import { mechanicTexts, officeTexts } from './default-staff-templates.ts';
import type { MessageText } from './message-templates.ts';

/** A test checks that each kind has a text for each of its channels. */
type TextsByKind = Readonly<Record<MessageKind, Partial<Record<MessageChannel, MessageText>>>>;

/** The texts that are sent unless an admin has changed them. */
const defaultTexts: TextsByKind = { ...customerTexts, ...mechanicTexts, ...officeTexts };

/**
 * Returns the text that a message of this kind has in this channel unless an admin has changed it; null if messages of
 * this kind are not sent through this channel.
 */
export function findDefaultText(kind: MessageKind, channel: MessageChannel): MessageText | null {
  return defaultTexts[kind][channel] ?? null;
}

/** Like `findDefaultText`, but throws an error instead of returning null. */
export function getDefaultText(kind: MessageKind, channel: MessageChannel): MessageText {
  const text = findDefaultText(kind, channel);
  if (text === null) throw new Error(`There is no ${channel} message of the kind ${kind}.`);
  return text;
}
