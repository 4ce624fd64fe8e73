import { chatHistoryLength } from '@curbwrench/contract/assistant/schemas';
import type { FastifyInstance } from 'fastify';
import { answerQuestion } from './assistant.ts';
import { accepted } from '../application/rules/result.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';

/** Registers the chat route. The asker is the signed-in person, whatever the context in the body claims. */
export function chatRoutes(app: FastifyInstance, context: RouteContext): void {
  registerEndpoint(app, context, 'chat', async ({ viewer, body }) => {
    const history = body.context?.conversationHistory?.slice(-chatHistoryLength) ?? [];
    return accepted({ response: await answerQuestion(context, viewer, body.message, history) });
  });
}
