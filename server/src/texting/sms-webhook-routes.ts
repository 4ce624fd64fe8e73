import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '@curbwrench/contract/api/errors';
import { sendRefusal } from '../http/refusals.ts';
import { receiveSms, type ReplyContext } from './receive-sms.ts';
import { recordDeliveryReport } from './record-delivery-report.ts';
import { smsWebhookPaths } from './rules/sms-webhook-paths.ts';
import { isTwilioSignature } from './twilio-signature.ts';

/** Twilio's requests have up to about forty parameters, and a text of up to 1,600 characters. */
const maxBodyBytes = 32 * 1024;

type WebhookContext = ReplyContext & { readonly publicUrl: string };

/**
 * Registers the routes for Twilio's own requests: reports about messages that were sent, and replies to them. A request
 * must be signed with the account's auth token; any other request is refused and changes nothing. The routes are in a
 * separate Fastify scope, because they accept only forms.
 */
export function smsWebhookRoutes(
  app: FastifyInstance,
  context: WebhookContext,
  authToken: string,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBodyBytes },
      async (_: FastifyRequest, body: string) => new URLSearchParams(body),
    );

    scope.post(smsWebhookPaths.status, async (request, reply) => {
      const parameters = readSigned(request, context.publicUrl, authToken);
      if (!parameters) return sendRefusal(request, reply, notSigned);
      const { searchParams } = new URL(request.raw.url ?? '', context.publicUrl);
      const messageId = readNumber(searchParams.get('message'));
      const providerId = parameters.get('MessageSid');
      const status = parameters.get('MessageStatus');
      if (messageId === null || !providerId || !status) {
        return sendRefusal(request, reply, missingParameter);
      }
      const to = parameters.get('To') ?? '';
      const errorCode = readNumber(parameters.get('ErrorCode'));
      await recordDeliveryReport(context, { messageId, providerId, to, status, errorCode });
      return sendTwiml(reply, null);
    });

    scope.post(smsWebhookPaths.incoming, async (request, reply) => {
      const parameters = readSigned(request, context.publicUrl, authToken);
      if (!parameters) return sendRefusal(request, reply, notSigned);
      const from = parameters.get('From');
      const providerId = parameters.get('MessageSid');
      if (!from || !providerId) return sendRefusal(request, reply, missingParameter);
      const text = parameters.get('Body') ?? '';
      const replyText = await receiveSms(context, {
        providerId,
        from,
        text,
        hasMedia: (readNumber(parameters.get('NumMedia')) ?? 0) > 0,
        optOutType: parameters.get('OptOutType'),
      });
      return sendTwiml(reply, replyText);
    });
  });
}

const notSigned: Refusal = { code: 'not_allowed', message: 'The signature is not valid.' };
const missingParameter: Refusal = { code: 'invalid_request', message: 'A parameter is missing.' };

/** Returns the parameters of a request that Twilio has signed; null for any other request. */
function readSigned(
  request: FastifyRequest,
  publicUrl: string,
  authToken: string,
): URLSearchParams | null {
  const signature = request.headers['x-twilio-signature'];
  const { body } = request;
  if (typeof signature !== 'string' || !(body instanceof URLSearchParams)) return null;
  // Twilio signs the URL that it was configured with, not the one that a proxy forwards.
  const url = `${publicUrl}${request.raw.url ?? ''}`;
  return isTwilioSignature(signature, url, body, authToken) ? body : null;
}

/** Tells Twilio what to reply to the sender; null for no reply. */
function sendTwiml(reply: FastifyReply, replyText: string | null): FastifyReply {
  return reply
    .type('text/xml; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(
      replyText === null
        ? '<Response/>'
        : `<Response><Message>${escapeXml(replyText)}</Message></Response>`,
    );
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function readNumber(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
