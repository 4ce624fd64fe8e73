import { z } from 'zod';
import { line, pageCursor, pageLimit, rowId, rowIdText, text } from '../fields/schemas.ts';
import { messageChannels } from './kinds.ts';
import { messageStates } from './message-states.ts';
import { messageTemplateLimits } from './placeholders.ts';
import { findMessageTemplateKey, messageKindNames } from './template-keys.ts';

const kind = z.enum(messageKindNames);
const channel = z.enum(messageChannels, 'That is not a valid channel.');

/** The id of a template, such as 'confirmed.email'. */
export const messageTemplateParams = z.object({
  id: z.string().transform((id, issues) => {
    const key = findMessageTemplateKey(id);
    if (key) return key;
    issues.addIssue('Message template not found.');
    return z.NEVER;
  }),
});

const content = z.object({
  /** The subject of an email or the title of a push notification; null for a text message. */
  subject: z.string().nullable(),
  /** With placeholders such as `{{firstName}}`. An email's paragraphs are separated by blank lines. */
  body: z.string(),
});

/** The template for one kind of message in one channel. */
export const messageTemplate = content.extend({
  kind,
  channel,
  /** The template that is used unless an admin edits it. */
  default: content,
  isEdited: z.boolean(),
  /** A save includes the version that the edit is based on, so that nobody overwrites changes they have not seen. */
  version: z.number().int(),
  /** When and by whom it was edited; null if it was never edited or its editor's account was deleted. */
  editedAt: z.string().nullable(),
  editedBy: z.string().nullable(),
});
export type MessageTemplate = z.infer<typeof messageTemplate>;

// The limits of the channel, and the placeholders, are checked by the server's rules.
const contentInput = z.object({
  subject: line(messageTemplateLimits.email.subject).nullable(),
  body: text(messageTemplateLimits.email.body),
});

/** An edited template. Saving the default template resets it. */
export const messageTemplateInput = contentInput.extend({
  version: z.number('Please reload the page.').int('Please reload the page.'),
});

/** A template to preview, saved or not. */
export const messagePreviewInput = contentInput;

/** How a message from that template would read, with the data of a real appointment if one fits. */
export const messagePreview = z.object({
  subject: z.string().nullable(),
  text: z.string(),
  /** The message's link, which an email shows as a button. */
  link: z.string(),
  /** The appointment whose data it shows; null if there is no suitable one and the data is made up. */
  appointmentId: rowId().nullable(),
});
export type MessagePreview = z.infer<typeof messagePreview>;

/** Which channels are set up. Messages for the other channels are only stored. */
export const configuredChannels = z.object({
  email: z.boolean(),
  sms: z.boolean(),
  push: z.boolean(),
});
export type ConfiguredChannels = z.infer<typeof configuredChannels>;

const state = z.enum(messageStates, 'That is not a valid message state.');

/** A message in the log, with its delivery state: it may not have been sent. */
export const messageLogEntry = z.object({
  id: rowId(),
  kind,
  channel,
  state,
  /** Why it failed, was not sent, or may not have been sent, as one sentence; null if it was sent or is queued. */
  reason: z.string().nullable(),
  recipientName: z.string(),
  /** The address or number that it was sent to; only for admins. */
  recipient: z.string().nullable(),
  /** What was sent; only for admins, and null after it is deleted. */
  subject: z.string().nullable(),
  text: z.string().nullable(),
  appointmentId: rowId().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});
export type MessageLogEntry = z.infer<typeof messageLogEntry>;

/** Filters the message log, which is sorted latest first. */
export const messageLogQuery = z.object({
  state: state.optional(),
  channel: channel.optional(),
  appointmentId: rowIdText.optional(),
  limit: pageLimit.optional(),
  cursor: pageCursor.optional(),
});
