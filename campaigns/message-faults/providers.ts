import { messageChannels, type MessageChannel } from '@curbwrench/contract/messaging/kinds';
import { startPushService, type PushService } from '@curbwrench/testing/push-service';
import {
  startSmsProvider,
  type ProviderBehavior,
  type SmsProvider,
} from '@curbwrench/testing/sms-provider';
import {
  startSmtpServer,
  type MailServerBehavior,
  type TestSmtpServer,
} from '@curbwrench/testing/smtp-server';
import { parseMarkedMessage, type ParsedMessage } from './marked-templates.ts';
import type { Random } from './random.ts';

/**
 * What the server knows about an attempt. `accepted`, `refused` and `retry later` are the provider's responses. `lost`
 * means that the server knows nothing, because the response was lost or the server was killed.
 */
export type Outcome = 'accepted' | 'refused' | 'retry later' | 'lost';

/** An attempt to send a message, as a provider saw it. */
export interface Attempt extends ParsedMessage {
  readonly channel: MessageChannel;
  /** The email address, phone number or push endpoint. */
  readonly to: string;
  /** The same for each retry of a message: its id, or the topic of a push message. */
  readonly deduplicationKey: string;
  readonly phase: number;
  readonly outcome: Outcome;
  /** False if the server was killed so soon afterward that it may not have stored the outcome. */
  isOutcomeStored: boolean;
  /** How long the provider asked to wait, in seconds; 0 if it did not. */
  readonly waitSeconds: number;
}

/** Returns whether an attempt may have reached its recipient, as far as the server knows. */
export function mayHaveArrived({ outcome, isOutcomeStored }: Attempt): boolean {
  return !isOutcomeStored || outcome === 'accepted' || outcome === 'lost';
}

/** Stand-ins for the providers, which fail in every way and record what they receive. */
export interface Providers {
  readonly smtp: TestSmtpServer;
  readonly sms: SmsProvider;
  readonly push: PushService;
  readonly attempts: readonly Attempt[];
  /** How often each fault occurred. */
  readonly faults: ReadonlyMap<string, number>;
  /**
   * Called for each message that arrives. `kill` kills the server before it knows the outcome, and `kill after` right
   * after the response; with `hold` the provider sends no response.
   */
  intercept: ((channel: MessageChannel) => 'kill' | 'kill after' | 'hold' | null) | null;
  /** Call after killing the server: marks the attempts of this phase, because it may not have stored their outcomes. */
  recordKill(): void;
  stop(): Promise<void>;
}

interface SimulatedResponse<T> {
  readonly name: string;
  readonly outcome: Outcome;
  readonly value: T;
  readonly waitSeconds?: number;
}

type Weighted<T> = readonly [number, SimulatedResponse<T>];

const mailResponses: readonly Weighted<MailServerBehavior>[] = [
  [76, { name: 'accept', outcome: 'accepted', value: 'accept' }],
  [10, { name: 'mail: 451', outcome: 'retry later', value: '451 4.3.0 Try again later' }],
  [4, { name: 'mail: 452', outcome: 'retry later', value: '452 4.2.2 Mailbox full' }],
  [1, { name: 'mail: 550', outcome: 'refused', value: '550 5.1.1 No such mailbox' }],
  [4, { name: 'mail: response lost', outcome: 'lost', value: 'lose response' }],
  [3, { name: 'mail: truncated response', outcome: 'lost', value: 'partial response' }],
  [0.05, { name: 'mail: timeout', outcome: 'lost', value: 'time out' }],
];

const smsResponses: readonly Weighted<ProviderBehavior>[] = [
  [72, { name: 'accept', outcome: 'accepted', value: 'accept' }],
  [8, { name: 'sms: 429', outcome: 'retry later', value: { rateLimit: '90' }, waitSeconds: 90 }],
  [1, { name: 'sms: refused', outcome: 'refused', value: 21_211 }],
  [4, { name: 'sms: response lost', outcome: 'lost', value: 'lose response' }],
  [4, { name: 'sms: truncated response', outcome: 'lost', value: 'partial response' }],
  [4, { name: 'sms: 500, not sent', outcome: 'lost', value: 'fail before' }],
  [4, { name: 'sms: 500, but sent', outcome: 'lost', value: 'fail after' }],
  [0.3, { name: 'sms: timeout', outcome: 'lost', value: 'time out' }],
];

type PushResponder = Parameters<PushService['respondWith']>[0];
type PushResponse = Parameters<PushResponder>[0];

const respond =
  (status: number, headers: Record<string, string> = {}) =>
  (response: PushResponse): void =>
    void response.writeHead(status, headers).end();

const pushResponses: readonly Weighted<PushResponder>[] = [
  [72, { name: 'accept', outcome: 'accepted', value: respond(201) }],
  [
    7,
    {
      name: 'push: 429',
      outcome: 'retry later',
      value: respond(429, { 'retry-after': '120' }),
      waitSeconds: 120,
    },
  ],
  [6, { name: 'push: 503', outcome: 'retry later', value: respond(503) }],
  [1, { name: 'push: refused', outcome: 'refused', value: respond(413) }],
  [
    6,
    { name: 'push: response lost', outcome: 'lost', value: (response) => void response.destroy() },
  ],
  [
    4,
    { name: 'push: truncated response', outcome: 'lost', value: (response) => sendHalf(response) },
  ],
  [0.3, { name: 'push: timeout', outcome: 'lost', value: () => {} }],
];

/** Sends the first bytes of a status line. */
function sendHalf(response: PushResponse): void {
  response.socket?.write('HTTP/1.1 20', () => response.destroy());
}

/** Starts the providers. `getPhase` returns the number of the current phase; `kill` kills the server. */
export async function startProviders(
  random: Random,
  getPhase: () => number,
  kill: () => void,
): Promise<Providers> {
  const attempts: Attempt[] = [];
  const faults = new Map<string, number>();

  /** Chooses the response to a message that arrived, and records the attempt. */
  function chooseResponse<T>(
    channel: MessageChannel,
    message: { readonly text: string; readonly to: string; readonly deduplicationKey: string },
    choices: readonly Weighted<T>[],
    noResponse: T,
  ): T {
    const interception = providers.intercept?.(channel) ?? null;
    const chosen = random.weighted(choices);
    const isResponseSent = interception === null || interception === 'kill after';
    const name = interception === null ? chosen.name : `server killed: ${interception}`;
    if (name !== 'accept') faults.set(name, (faults.get(name) ?? 0) + 1);
    attempts.push({
      ...parseMarkedMessage(message.text),
      channel,
      to: message.to,
      deduplicationKey: message.deduplicationKey,
      phase: getPhase(),
      outcome: interception === null ? chosen.outcome : 'lost',
      isOutcomeStored: true,
      waitSeconds: chosen.waitSeconds ?? 0,
    });
    if (interception === 'kill') kill();
    if (interception === 'kill after') setImmediate(kill);
    return isResponseSent ? chosen.value : noResponse;
  }

  const smtp = await startSmtpServer({
    chooseBehavior: ({ raw, to }) => {
      const header = (name: string): string =>
        new RegExp(`^${name}: (.*)$`, 'm').exec(raw.replaceAll(/\r\n[ \t]+/g, ' '))?.[1] ?? '';
      const message = {
        text: header('Subject'),
        to: to[0] ?? '',
        deduplicationKey: header('Message-ID').trim(),
      };
      return chooseResponse('email', message, mailResponses, 'time out');
    },
  });
  const sms = await startSmsProvider();
  sms.chooseBehavior(({ to, body, parameters }) => {
    const deduplicationKey =
      new URL(parameters.get('StatusCallback') ?? '').searchParams.get('message') ?? '';
    return chooseResponse('sms', { text: body, to, deduplicationKey }, smsResponses, () => {});
  });
  const push = await startPushService();
  push.respondWith((response, request) => {
    const { endpoint, payload, topic = '' } = push.received.at(-1) ?? {};
    const text = String(Reflect.get(Object(payload), 'body'));
    const message = { text, to: endpoint ?? '', deduplicationKey: topic };
    chooseResponse('push', message, pushResponses, () => {})(response, request);
  });
  const providers: Providers = {
    smtp,
    sms,
    push,
    attempts,
    faults,
    intercept: null,
    recordKill() {
      // A channel's next attempt begins only after the outcome of the previous one is stored.
      for (const channel of messageChannels) {
        const last = attempts.findLast((attempt) => attempt.channel === channel);
        if (last?.phase === getPhase()) last.isOutcomeStored = false;
      }
    },
    async stop() {
      sms.stop();
      push.stop();
      await smtp.stop();
    },
  };
  return providers;
}
