import { stopTextsTo, type ReplyContext } from './messaging/receive-sms.ts';
import type { SmsSender } from './messaging/sms-port.ts';
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
