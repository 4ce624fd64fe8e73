import type { MessageChannel, MessageKind } from '@curbwrench/contract/messaging/kinds';
import { customerTemplates } from './default-customer-templates.ts';
import { mechanicTemplates, officeTemplates } from './default-staff-templates.ts';
import type { TemplateContent } from './message-templates.ts';

/** A test checks that each kind has a template for each of its channels. */
type TemplatesByKind = Readonly<
  Record<MessageKind, Partial<Record<MessageChannel, TemplateContent>>>
>;

/** The templates that are used unless an admin has edited them. */
const defaultTemplates: TemplatesByKind = {
  ...customerTemplates,
  ...mechanicTemplates,
  ...officeTemplates,
};

/**
 * Returns the template for messages of this kind in this channel, which is used unless an admin has edited it. Returns
 * null if messages of this kind are not sent through this channel.
 */
export function findDefaultTemplate(
  kind: MessageKind,
  channel: MessageChannel,
): TemplateContent | null {
  return defaultTemplates[kind][channel] ?? null;
}

/** Like `findDefaultTemplate`, but throws an error instead of returning null. */
export function getDefaultTemplate(kind: MessageKind, channel: MessageChannel): TemplateContent {
  const template = findDefaultTemplate(kind, channel);
  if (template === null)
    throw new Error(`There is no ${channel} template for the message kind ${kind}.`);
  return template;
}
