import type { MessageChannel } from '@curbwrench/contract/messaging/kinds';
import type { FastifyInstance } from 'fastify';
import type { AppOptions } from './app-options.ts';
import type { Dependencies } from './dependencies.ts';
import type { RouteContext } from './http/route-context.ts';
import type { ChannelAdapter } from './messaging/channel-port.ts';
import { createEmailAdapter } from './messaging/email-adapter.ts';
import { createPushAdapter } from './push/push-adapter.ts';
import { stopTextsTo, type ReplyContext } from './texting/receive-sms.ts';
import { textingRoutes } from './texting/routes.ts';
import type { SmsSender } from './texting/sms-port.ts';
import { smsWebhookRoutes } from './texting/sms-webhook-routes.ts';
import { createTwilioAdapter, type TwilioSettings } from './texting/twilio-adapter.ts';

/*
 * Connects the channels of messages to their providers: email to a mail server, text messages to Twilio, and push
 * notifications to the browsers' push services, which need no setup.
 */

/**
 * Creates the sender of text messages; null without Twilio. When Twilio reports that a number has opted out (STOP), no
 * more text messages are sent to it.
 */
export function createSmsSender(
  settings: TwilioSettings | null | undefined,
  context: ReplyContext & { readonly publicUrl: string },
): SmsSender | null {
  if (!settings) return null;
  return createTwilioAdapter(settings, {
    clock: context.clock,
    publicUrl: context.publicUrl,
    onOptOut: (number) => stopTextsTo(context, number),
  });
}

/**
 * Registers the routes for agreeing to text messages and, if Twilio is set up, the routes to which Twilio sends
 * delivery reports and replies.
 */
export function registerSmsRoutes(
  app: FastifyInstance,
  context: RouteContext,
  { sms, twilio }: { readonly sms: SmsSender | null; readonly twilio?: TwilioSettings | null },
): void {
  textingRoutes(app, { ...context, sms });
  if (twilio) smsWebhookRoutes(app, context, twilio.authToken);
}

/** Returns the adapter of each channel; null for a channel that is not set up. */
export function createChannelAdapters(
  context: Dependencies & { readonly pushOrigins: AppOptions['pushOrigins'] | undefined },
): Record<MessageChannel, ChannelAdapter | null> {
  const { mailer, sms, pushKeys, pushOrigins } = context;
  return {
    email: mailer ? createEmailAdapter(mailer) : null,
    sms,
    push: createPushAdapter({ ...context, keys: pushKeys, additionalOrigins: pushOrigins ?? [] }),
  };
}
