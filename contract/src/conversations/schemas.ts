import { z } from 'zod';
import { pageCursor, pageLimit, text, textFilter, userId } from '../fields/schemas.ts';
import { roles } from '../people/roles.ts';
import { textLimits } from '../fields/text-limits.ts';

/** The sides of a conversation: the person it is with, and the office. */
export const messageSides = ['person', 'office'] as const;
export type MessageSide = (typeof messageSides)[number];

/**
 * A message, which cannot be edited. A conversation's messages are numbered from 1, without gaps, in the order in
 * which they were stored.
 */
export const message = z.object({
  number: z.number().int(),
  from: z.enum(messageSides),
  /** Whether the viewer wrote it. */
  isOwn: z.boolean(),
  /**
   * The author's full name if the viewer is the office; the person sees only the first names of the office's staff.
   * Null if the account was deleted.
   */
  authorName: z.string().nullable(),
  /** Null if the text was deleted with its author's account. */
  text: z.string().nullable(),
  sentAt: z.string(),
  /** The appointment whose link the author used instead of signing in; null otherwise. */
  linkAppointmentId: z.number().int().nullable(),
  /** Whether its author sent it as a text message. */
  sentBySms: z.boolean(),
  /** The id that the sending client generated; null for everyone but the author. */
  clientId: z.string().nullable(),
});
export type Message = z.infer<typeof message>;

/** The conversation of one person, a customer or a mechanic, with the office. */
export const conversation = z.object({
  /** The person's id. */
  id: z.string(),
  person: z.object({
    firstName: z.string(),
    lastName: z.string(),
    role: z.enum(roles),
    profileImageUrl: z.string().nullable(),
    isDeleted: z.boolean(),
  }),
  /**
   * False if the person can no longer sign in, is no longer a customer or mechanic, or has neither an account nor an
   * address or number for messages.
   */
  canReceive: z.boolean(),
  /** How the office's messages reach a person without an account; empty if the person reads them in the application. */
  replyChannels: z.array(z.enum(['email', 'sms'])),
  /** The number of messages from the other side that the viewer's side has not read. */
  unread: z.number().int(),
  /** The number of the last message that the viewer's side has read; 0 before the first. */
  readUpTo: z.number().int(),
  /** The latest message, with its text truncated to 200 characters; null before the first. */
  lastMessage: message.nullable(),
});
export type Conversation = z.infer<typeof conversation>;

export const conversationQuery = z.object({
  /** Part of the person's name. */
  search: textFilter.optional(),
  /** Only conversations with unread messages. */
  unread: z.enum(['true'], 'Unread must be true or omitted.').optional(),
  limit: pageLimit.optional(),
  cursor: pageCursor.optional(),
});
export type ConversationQuery = z.infer<typeof conversationQuery>;

/** The exact numbers of unread messages, and of conversations with unread messages, for the viewer's side. */
export const unreadCounts = z.object({
  conversations: z.number().int(),
  messages: z.number().int(),
});
export type UnreadCounts = z.infer<typeof unreadCounts>;

/** Each page contains the messages before the cursor, latest first. */
export const messageQuery = z.object({
  limit: pageLimit.optional(),
  cursor: pageCursor.optional(),
});

export const messageInput = z.object({
  text: text(textLimits.message, 'Please write a message.'),
  /** Generated once for each message, so that sending it again does not add it twice. */
  clientId: z.uuid('That is not a valid message id.'),
});
export type MessageInput = z.infer<typeof messageInput>;

/** The last message that the viewer's side has read. */
export const markReadInput = z.object({
  number: z
    .number('Please specify the last message that was read.')
    .int('Please specify the last message that was read.')
    .min(1, 'Please specify the last message that was read.')
    .max(2_147_483_647, 'Please specify the last message that was read.'),
});

export const conversationParams = z.object({ id: userId() });
