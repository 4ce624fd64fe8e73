import { z } from 'zod';
import { line, pageCursor, pageLimit, text, userId } from './fields.ts';
import { roles } from './roles.ts';
import { textLimits } from './text-limits.ts';

/** Whose side of a conversation a message stands on: the person's it is with, or the office's. */
export const messageSides = ['person', 'office'] as const;
export type MessageSide = (typeof messageSides)[number];

/**
 * What was said, once and for good. Numbers count up from 1 within a conversation, in the order in
 * which the messages came to be, without a gap.
 */
export const message = z.object({
  number: z.number().int(),
  from: z.enum(messageSides),
  /** Written by the reader. */
  isOwn: z.boolean(),
  /**
   * The whole name for the office; to the person the office's people go by their first name. Null
   * for somebody whose account is deleted.
   */
  authorName: z.string().nullable(),
  /** Null where it went with the account of the person who wrote it. */
  text: z.string().nullable(),
  sentAt: z.string(),
  /** The sending client's own name for it; null for anyone but its author. */
  clientId: z.string().nullable(),
});
export type Message = z.infer<typeof message>;

/** The conversation of one person, a customer or a mechanic, with the office. */
export const conversation = z.object({
  /** The person's. */
  id: z.string(),
  person: z.object({
    firstName: z.string(),
    lastName: z.string(),
    role: z.enum(roles),
    profileImageUrl: z.string().nullable(),
    isDeleted: z.boolean(),
  }),
  /** False for somebody who can't come in any more, or isn't a customer or mechanic now. */
  canReceive: z.boolean(),
  /** The other side's messages that the reader's side has not read. */
  unread: z.number().int(),
  /** The number of the last message that the reader's side has read; 0 before the first. */
  readUpTo: z.number().int(),
  /** The newest, its text cut to 200 characters; null before the first. */
  lastMessage: message.nullable(),
});
export type Conversation = z.infer<typeof conversation>;

export const conversationQuery = z.object({
  /** Part of the person's name. */
  search: line(textLimits.search).optional(),
  /** Only those that hold something unread. */
  unread: z.enum(['true'], 'Unread is true, or left out.').optional(),
  limit: pageLimit.optional(),
  cursor: pageCursor.optional(),
});
export type ConversationQuery = z.infer<typeof conversationQuery>;

/** What waits to be read, exact for the reader's side. */
export const unreadCounts = z.object({
  conversations: z.number().int(),
  messages: z.number().int(),
});
export type UnreadCounts = z.infer<typeof unreadCounts>;

/** Pages go back in time: each holds what came before its cursor, the newest first. */
export const messageQuery = z.object({
  limit: pageLimit.optional(),
  cursor: pageCursor.optional(),
});

export const messageInput = z.object({
  text: text(textLimits.message, 'Please write a message.'),
  /** Made once for each message, so that one that is sent again is not there twice. */
  clientId: z.uuid('That is not a valid message id.'),
});
export type MessageInput = z.infer<typeof messageInput>;

export const readingMark = z.object({
  number: z
    .number('Please say up to which message.')
    .int('Please say up to which message.')
    .min(1, 'Please say up to which message.')
    .max(2_147_483_647, 'Please say up to which message.'),
});

export const conversationParams = z.object({ id: userId() });
