import { chatHistoryLength, type ChatTurn } from '@curbwrench/contract/assistant/schemas';
import type { SessionUser } from '@curbwrench/contract/people/schemas';
import { useMutation } from '@tanstack/react-query';
import { request } from '../api/request.ts';

/** A question, and the messages that preceded it. */
interface Question {
  readonly message: string;
  /** Oldest first. */
  readonly earlierMessages: readonly ChatTurn[];
}

/** Asks the assistant, and resolves with the text of its response. */
export function useAsk(user: SessionUser) {
  return useMutation({
    mutationFn: async ({ message, earlierMessages }: Question) => {
      const { response } = await request('chat', {
        body: { message, context: chatContext(user, earlierMessages) },
      });
      return response;
    },
  });
}

/** Returns the request's context: the viewer and the latest messages. The server trusts only the messages' text. */
export function chatContext(
  user: Pick<SessionUser, 'id' | 'role'>,
  earlierMessages: readonly ChatTurn[],
) {
  return {
    userId: user.id,
    userRole: user.role,
    conversationHistory: earlierMessages
      .slice(-chatHistoryLength)
      .map(({ role, content }) => ({ role, content })),
  };
}
