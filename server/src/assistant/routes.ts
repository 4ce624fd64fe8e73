import { chatHistoryLength } from '@curbwrench/contract/assistant/schemas';
import type { FastifyInstance } from 'fastify';
import { answerQuestion } from './assistant.ts';
import { accepted } from '../application/rules/result.ts';
import { registerCall } from '../http/call.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the assistant's call. The asker is the session's person, whatever the context in the body claims. */
export function chatRoutes(app: FastifyInstance, context: RouteContext): void {
  registerCall(app, context, 'chat', async ({ viewer, body }) => {
    const history = body.context?.conversationHistory?.slice(-chatHistoryLength) ?? [];
    return accepted({ response: await answerQuestion(context, viewer, body.message, history) });
  });
}
