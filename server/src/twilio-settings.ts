import { z } from 'zod';
import { isLoopbackHost } from './loopback-host.ts';
import type { TwilioSettings } from './texting/twilio-adapter.ts';

const apiUrl = z.url({ protocol: /^https?$/, abort: true }).refine((text) => {
  const { protocol, hostname, search, hash, username, password } = new URL(text);
  const isSafe = protocol === 'https:' || isLoopbackHost(hostname);
  return isSafe && search === '' && hash === '' && username === '' && password === '';
});

/** Twilio's ids: two letters for the kind of object, then 32 hexadecimal digits. */
const sid = (prefix: string) =>
  z.string().refine((text) => text.startsWith(prefix) && /^[A-Z]{2}[0-9a-f]{32}$/.test(text));

/** The schemas of the settings for text messages. */
export const twilioSettings = {
  TWILIO_ACCOUNT_SID: sid('AC').optional(),
  TWILIO_API_KEY: sid('SK').optional(),
  TWILIO_API_SECRET: z.string().min(1).max(200).optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1).max(200).optional(),
  TWILIO_MESSAGING_SERVICE_SID: sid('MG').optional(),
  TWILIO_API_URL: apiUrl.transform((text) => text.replace(/\/+$/, '')).optional(),
};

/** What each value must be, for the error message when startup fails. */
export const twilioExpectations: Record<keyof typeof twilioSettings, string> = {
  TWILIO_ACCOUNT_SID:
    'the account SID from the Twilio console, AC followed by 32 digits or letters a to f',
  TWILIO_API_KEY: 'the SID of a Twilio API key, SK followed by 32 digits or letters a to f',
  TWILIO_API_SECRET: 'the secret of the Twilio API key',
  TWILIO_AUTH_TOKEN: 'the auth token of the Twilio account',
  TWILIO_MESSAGING_SERVICE_SID:
    'the SID of a Twilio Messaging Service, MG followed by 32 digits or letters a to f',
  TWILIO_API_URL: 'the address of the Twilio API (http only on this machine), without a query',
};

const requiredNames = [
  'TWILIO_ACCOUNT_SID',
  'TWILIO_API_KEY',
  'TWILIO_API_SECRET',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_MESSAGING_SERVICE_SID',
] as const;

type TwilioValues = { readonly [Name in keyof typeof twilioSettings]?: string | undefined };

/**
 * Returns the Twilio settings, null if none is set, or a message about what is missing. A Messaging Service is
 * required: it owns the sending numbers, registers them with the carriers and replies to STOP and HELP.
 */
export function readTwilio(
  values: TwilioValues & { readonly PUBLIC_URL?: string | undefined },
): TwilioSettings | null | { readonly problem: string } {
  const {
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_API_KEY: apiKey,
    TWILIO_API_SECRET: apiSecret,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_MESSAGING_SERVICE_SID: messagingServiceSid,
    TWILIO_API_URL: url = 'https://api.twilio.com',
    PUBLIC_URL: publicUrl,
  } = values;
  if (!accountSid || !apiKey || !apiSecret || !authToken || !messagingServiceSid) {
    if (!values.TWILIO_API_URL && requiredNames.every((name) => !values[name])) return null;
    const missing = requiredNames.find((name) => !values[name]);
    return {
      problem: `${missing} must be set too: text messages need ${requiredNames.join(', ')}.`,
    };
  }
  if (!publicUrl) {
    return {
      problem:
        'PUBLIC_URL must be set too: Twilio sends delivery reports and replies to this server.',
    };
  }
  return { apiUrl: url, accountSid, apiKey, apiSecret, authToken, messagingServiceSid };
}
