import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { TwilioSettings } from '@curbwrench/server/texting/twilio-adapter';
import { signTwilioRequest } from '@curbwrench/server/texting/twilio-signature';

/** A request to send a text message, as the provider received it. */
export interface ReceivedText {
  readonly to: string;
  readonly body: string;
  readonly parameters: URLSearchParams;
  readonly authorization: string | undefined;
  /** Null if the provider did not accept the message. */
  readonly sid: string | null;
}

/**
 * How the provider responds. `accept`: with the created message. `lose response`, `partial response`, `time out` and
 * `fail after`: the message is accepted, but the client never finds out. `fail before`: with 500, without accepting
 * it. A number: with Twilio's error body for this error code, and 400. `rate limit`: with 429 and Retry-After. Or any
 * other response.
 */
export type ProviderBehavior =
  | 'accept'
  | 'lose response'
  | 'partial response'
  | 'time out'
  | 'fail before'
  | 'fail after'
  | number
  | { readonly rateLimit: string }
  | ((response: ServerResponse) => void);

/** A request that the provider makes: a report about a message, or a reply. It is signed. */
export interface ProviderRequest {
  readonly url: string;
  readonly payload: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A stand-in for Twilio's Messages resource, which responds as in the examples of Twilio's documentation. */
export interface SmsProvider {
  readonly settings: TwilioSettings;
  readonly received: readonly ReceivedText[];
  /** Sets the responses to the next requests, one each; the last one is repeated for all later requests. */
  respondWith(...behaviors: readonly ProviderBehavior[]): void;
  /** Lets a function choose the response to each later request, until `respondWith` is called. */
  chooseBehavior(choose: (text: Omit<ReceivedText, 'sid'>) => ProviderBehavior): void;
  /** Returns a delivery report with this status. Reports can be sent in any order and repeatedly. */
  createReport(text: ReceivedText, status: string, errorCode?: number): ProviderRequest;
  /** Returns a reply to our number, for a server with this public URL. */
  createReply(
    publicUrl: string,
    reply: {
      readonly from: string;
      readonly text: string;
      readonly optOutType?: string;
      /** How many pictures or files come with it. */
      readonly media?: number;
    },
  ): ProviderRequest;
  stop(): void;
}

/** The Messaging Service's number. */
const ownNumber = '+14155550199';

/** Starts the provider on a free port. It accepts every message until the test sets other responses. */
export async function startSmsProvider(): Promise<SmsProvider> {
  const received: ReceivedText[] = [];
  let behaviors: ProviderBehavior[] = ['accept'];
  let choose: ((text: Omit<ReceivedText, 'sid'>) => ProviderBehavior) | null = null;
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      const content = readRequest(request, body);
      const behavior =
        choose?.(content) ?? (behaviors.length > 1 ? behaviors.shift() : behaviors[0]) ?? 'accept';
      const text = { ...content, sid: acceptsText(behavior) ? createSid('SM') : null };
      received.push(text);
      sendResponse(response, behavior, text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const settings: TwilioSettings = {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accountSid: createSid('AC'),
    apiKey: createSid('SK'),
    apiSecret: 'api-secret',
    authToken: 'auth-token',
    messagingServiceSid: createSid('MG'),
  };
  return {
    settings,
    received,
    respondWith: (...next) => {
      behaviors = [...next];
      choose = null;
    },
    chooseBehavior: (next) => {
      choose = next;
    },
    createReport(text, status, errorCode) {
      const url = text.parameters.get('StatusCallback');
      if (url === null || text.sid === null)
        throw new Error('The provider sends no report about this message.');
      return sign(settings, url, {
        AccountSid: settings.accountSid,
        ApiVersion: '2010-04-01',
        From: ownNumber,
        MessageSid: text.sid,
        MessageStatus: status,
        MessagingServiceSid: settings.messagingServiceSid,
        SmsSid: text.sid,
        SmsStatus: status,
        To: text.to,
        ...(errorCode !== undefined && { ErrorCode: String(errorCode) }),
      });
    },
    createReply(publicUrl, { from, text, optOutType, media = 0 }) {
      return sign(settings, `${publicUrl}/webhooks/sms/incoming`, {
        AccountSid: settings.accountSid,
        ApiVersion: '2010-04-01',
        Body: text,
        From: from,
        FromCountry: 'US',
        MessageSid: createSid('SM'),
        MessagingServiceSid: settings.messagingServiceSid,
        NumMedia: String(media),
        NumSegments: '1',
        To: ownNumber,
        ...(optOutType !== undefined && { OptOutType: optOutType }),
      });
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function createSid(prefix: string): string {
  return `${prefix}${randomBytes(16).toString('hex')}`;
}

/** Returns whether the provider accepts the message, regardless of its response. */
function acceptsText(behavior: ProviderBehavior): boolean {
  const acceptingBehaviors: readonly unknown[] = [
    'accept',
    'lose response',
    'partial response',
    'time out',
    'fail after',
  ];
  return acceptingBehaviors.includes(behavior);
}

function readRequest(request: IncomingMessage, body: string): Omit<ReceivedText, 'sid'> {
  const parameters = new URLSearchParams(body);
  return {
    to: parameters.get('To') ?? '',
    body: parameters.get('Body') ?? '',
    parameters,
    authorization: request.headers.authorization,
  };
}

function sendResponse(
  response: ServerResponse,
  behavior: ProviderBehavior,
  text: ReceivedText,
): void {
  if (typeof behavior === 'function') return behavior(response);
  if (typeof behavior === 'number') {
    return sendJson(response, 400, {
      code: behavior,
      message: `The 'To' number ${text.to} is not valid.`,
      more_info: `https://www.twilio.com/docs/errors/${behavior}`,
      status: 400,
    });
  }
  if (typeof behavior === 'object') {
    response.setHeader('retry-after', behavior.rateLimit);
    const message = 'Too Many Requests';
    return sendJson(response, 429, { code: 20429, message, more_info: '', status: 429 });
  }
  switch (behavior) {
    case 'accept':
      return sendJson(response, 201, describeMessage(text));
    case 'lose response':
      return void response.destroy();
    case 'partial response':
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write(JSON.stringify(describeMessage(text)).slice(0, 40));
      return void setImmediate(() => response.destroy());
    case 'time out':
      return undefined;
    case 'fail before':
    case 'fail after':
      return sendJson(response, 500, {
        code: 20500,
        message: 'Internal Server Error',
        status: 500,
      });
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Returns the Message resource of the documentation's example. */
function describeMessage({ sid, to, body, parameters }: ReceivedText): object {
  return {
    account_sid: 'ACXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
    api_version: '2010-04-01',
    body,
    date_created: 'Thu, 24 Aug 2023 05:01:45 +0000',
    date_sent: null,
    date_updated: 'Thu, 24 Aug 2023 05:01:45 +0000',
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: null,
    messaging_service_sid: parameters.get('MessagingServiceSid'),
    num_media: '0',
    num_segments: '0',
    price: null,
    price_unit: null,
    sid,
    status: 'accepted',
    subresource_uris: { media: `/2010-04-01/Accounts/AC/Messages/${sid}/Media.json` },
    to,
    uri: `/2010-04-01/Accounts/AC/Messages/${sid}.json`,
  };
}

function sign(
  { authToken }: TwilioSettings,
  url: string,
  values: Readonly<Record<string, string>>,
): ProviderRequest {
  const parameters = new URLSearchParams(values);
  return {
    url,
    payload: parameters.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-twilio-signature': signTwilioRequest(url, parameters, authToken),
    },
  };
}
