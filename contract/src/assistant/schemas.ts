import { z } from 'zod';
import { text } from '../fields/schemas.ts';
import { textLimits } from '../fields/text-limits.ts';

/** How many previous messages the client sends with a question; the server ignores older ones. */
export const chatHistoryLength = 5;

/** The author of a message. */
export const chatRoles = ['user', 'assistant'] as const;

/**
 * A question to the assistant. The assistant uses the most recent messages to make sense of a follow-up question.
 * `userId` and `userRole` are ignored: the session identifies the person.
 */
export const chatInput = z.object({
  message: text(textLimits.question, 'Please write a message.'),
  context: z
    .object({
      userId: z.unknown().optional(),
      userRole: z.unknown().optional(),
      conversationHistory: z
        .array(
          z.object({
            role: z.enum(chatRoles, 'A message must be from the user or the assistant.'),
            content: text(textLimits.answer),
          }),
          'The conversation so far must be a list of messages.',
        )
        .max(50, 'Please send only the last five messages.')
        .nullish(),
    })
    .nullish(),
});

/** One message of a conversation, as the assistant receives it. */
export type ChatTurn = { readonly role: (typeof chatRoles)[number]; readonly content: string };

export const chatReply = z.object({ response: z.string() });
