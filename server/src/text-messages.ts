import type { FastifyInstance } from 'fastify';
import type { RouteContext } from './http/route-context.ts';
import { stopTextsTo, type ReplyContext } from './messaging/receive-sms.ts';
import type { SmsSender } from './messaging/sms-port.ts';
import { smsWebhookRoutes } from './messaging/sms-webhook-routes.ts';
import { textingRoutes } from './messaging/texting-routes.ts';
import { createTwilioSender, type TwilioSettings } from './messaging/twilio-adapter.ts';

/**
 * Creates the sender of text messages; null if none is configured. When Twilio says that a number replied STOP, all
 * texts to it end.
 */
export function createSmsSender(
  settings: TwilioSettings | null | undefined,
  context: ReplyContext & { readonly publicUrl: string },
): SmsSender | null {
  if (!settings) return null;
  return createTwilioSender(settings, {
    clock: context.clock,
    publicUrl: context.publicUrl,
    onOptOut: (number) => stopTextsTo(context, number),
  });
}

/** Registers the routes about text messages: those for consent and, if Twilio is configured, those for its requests. */
export function registerTextMessages(
  app: FastifyInstance,
  context: RouteContext,
  { sms, twilio }: { readonly sms: SmsSender | null; readonly twilio?: TwilioSettings | null },
): void {
  textingRoutes(app, { ...context, sms });
  if (twilio) smsWebhookRoutes(app, context, twilio.authToken);
}
