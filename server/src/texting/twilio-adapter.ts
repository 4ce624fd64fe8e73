import { z } from 'zod';
import type { Clock } from '../application/clock.ts';
import { isConnectionError } from '../application/rules/connection-error.ts';
import { parseRetryAfter } from '../application/rules/retry-delay.ts';
import type { DeliveryOutcome } from '../messaging/channel-port.ts';
import { describeSmsFailure, optedOutCode } from './rules/delivery-report.ts';
import { smsWebhookPaths } from './rules/sms-webhook-paths.ts';
import type { SmsSender, TextMessage } from './sms-port.ts';

/** A Twilio account with a Messaging Service, which owns the sending numbers. */
export interface TwilioSettings {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly accountSid: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** The key with which Twilio signs its own requests. */
  readonly authToken: string;
  readonly messagingServiceSid: string;
}

/** The dependencies of the adapter. */
interface TwilioDependencies {
  readonly clock: Clock;
  /** The public URL of this server, to which Twilio sends its reports. */
  readonly publicUrl: string;
  /** Ends all texts to a number that Twilio says replied STOP. */
  readonly onOptOut: (number: string) => Promise<unknown>;
  /** How long a response may take; by default ten seconds. */
  readonly timeoutMs?: number;
}

const maxResponseBytes = 64 * 1024;

/** The maximum time, in seconds, for which Twilio keeps trying to deliver a message. */
const maxValiditySeconds = 36_000;

const acceptedMessage = z.object({ sid: z.string().regex(/^(SM|MM)[\da-f]{32}$/i) });
const failure = z.object({ code: z.number().int() });

/**
 * Creates a sender of text messages that uses Twilio's Messages resource. A message is sent at most once: since Twilio
 * does not recognize a repeated request, an attempt whose outcome is unknown must not be repeated.
 */
export function createTwilioAdapter(
  settings: TwilioSettings,
  dependencies: TwilioDependencies,
): SmsSender {
  const sendText = (message: TextMessage) => sendOnce(settings, dependencies, message);
  return {
    channel: 'sms',
    async send({ id, to, text, expiresAt }) {
      if (to === null) throw new Error('A text message needs a number.');
      return sendText({ to, text, expiresAt, messageId: id });
    },
    sendText,
  };
}

async function sendOnce(
  settings: TwilioSettings,
  dependencies: TwilioDependencies,
  message: TextMessage,
): Promise<DeliveryOutcome> {
  const validity = (message.expiresAt.getTime() - dependencies.clock.now().getTime()) / 1000;
  if (validity < 1) return { kind: 'refused', reason: "It couldn't be delivered in time." };
  let response: Response;
  try {
    response = await request(settings, dependencies, message, Math.floor(validity));
  } catch (error) {
    return isConnectionError(error)
      ? { kind: 'retry', reason: "Twilio couldn't be reached.", afterSeconds: null }
      : { kind: 'unknown', reason: 'Twilio did not respond.', afterSeconds: null };
  }
  const body = await readResponseBody(response);
  if (response.status === 201) {
    const accepted = acceptedMessage.safeParse(body);
    return accepted.success
      ? { kind: 'accepted', providerId: accepted.data.sid }
      : { kind: 'unknown', reason: "Twilio's response was incomplete.", afterSeconds: null };
  }
  return readFailure(response, body, message, dependencies);
}

function request(
  { apiUrl, accountSid, apiKey, apiSecret, messagingServiceSid }: TwilioSettings,
  { publicUrl, timeoutMs = 10_000 }: TwilioDependencies,
  { to, text, messageId }: TextMessage,
  validitySeconds: number,
): Promise<Response> {
  const body = new URLSearchParams({
    To: to,
    Body: text,
    MessagingServiceSid: messagingServiceSid,
    ValidityPeriod: String(Math.min(validitySeconds, maxValiditySeconds)),
  });
  if (messageId !== null) {
    body.set('StatusCallback', `${publicUrl}${smsWebhookPaths.status}?message=${messageId}`);
  }
  const credentials = Buffer.from(`${apiKey}:${apiSecret}`).toString('base64');
  return fetch(`${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
    method: 'POST',
    body,
    headers: { authorization: `Basic ${credentials}`, accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
    // A redirect could take the credentials and the text anywhere.
    redirect: 'manual',
  });
}

/** Returns the JSON of a response; null if the response is incomplete, too long or not JSON. */
async function readResponseBody(response: Response): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  let byteCount = 0;
  try {
    const body: AsyncIterable<Uint8Array> | null = response.body;
    for await (const chunk of body ?? []) {
      byteCount += chunk.length;
      if (byteCount > maxResponseBytes) return null;
      text += decoder.decode(chunk, { stream: true });
    }
    return JSON.parse(text + decoder.decode()) as unknown;
  } catch {
    return null;
  }
}

async function readFailure(
  { status, headers }: Response,
  body: unknown,
  { to }: TextMessage,
  { clock, onOptOut }: TwilioDependencies,
): Promise<DeliveryOutcome> {
  if (status === 429) {
    return {
      kind: 'retry',
      reason: "Twilio isn't accepting more messages right now.",
      afterSeconds: parseRetryAfter(headers.get('retry-after'), clock.now()),
    };
  }
  // The account or its keys are wrong, or this URL isn't Twilio's. The messages wait until that is fixed.
  if (status < 400 || [401, 403, 404].includes(status)) {
    const reason = `Twilio did not accept the request (HTTP status ${status}). Please check the settings.`;
    return { kind: 'retry', reason, afterSeconds: null };
  }
  if (status >= 500 || status === 408) {
    const reason = `Twilio failed while sending the message (HTTP ${status}).`;
    return { kind: 'unknown', reason, afterSeconds: null };
  }
  const parsed = failure.safeParse(body);
  const code = parsed.success ? parsed.data.code : null;
  if (code === optedOutCode) await onOptOut(to);
  return { kind: 'refused', reason: describeSmsFailure(code) };
}
