import { createHash } from 'node:crypto';
import type { Clock } from '../application/clock.ts';
import { isConnectionError } from '../application/rules/connection-error.ts';
import { parseRetryAfter } from '../application/rules/retry-delay.ts';
import type { Store } from '../database/connection/store.ts';
import type {
  ChannelAdapter,
  DeliveryOutcome,
  RenderedMessage,
} from '../messaging/channel-port.ts';
import { deleteExpiredSubscriptions, recordAcceptance } from './changes.ts';
import { createVapidHeader, encryptPushMessage } from './push-encryption-adapter.ts';
import type { PushKeys } from './push-key-queries.ts';
import { listPushTargets, type PushTarget } from './queries.ts';
import { getTtlSeconds, isPushEndpoint } from './rules.ts';

/** The dependencies of the adapter. */
export interface PushAdapterDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly keys: PushKeys;
  /** The public URL of this server, which tells push services who operates it. */
  readonly publicUrl: string;
  /** Origins that are allowed in addition to the known push services; none by default. */
  readonly additionalOrigins?: readonly string[];
  /** How long to wait for a push service's response. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;
/** Push services reject a VAPID token that is valid for more than a day. */
const authorizationHours = 12;
/** Push services accept about 4,000 bytes. */
const maxPayloadBytes = 3000;
const maxTitleLength = 120;

/** The outcome of sending the message to one browser. */
type Attempt =
  | { readonly kind: 'accepted' | 'expired' }
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'retry' | 'unknown';
      readonly reason: string;
      readonly afterSeconds: number | null;
    };

/**
 * Creates the channel that shows messages as notifications in all browsers in which a person has turned them on. A
 * message counts as accepted if at least one push service accepted it. If none did, it is retried if at least one still
 * may accept it, and its outcome is unknown if one did not respond. A retry has the same topic, so it replaces the
 * previous copy at the push service and on the device. Deletes subscriptions that have expired. Sends nothing to hosts
 * other than push services, and follows no redirects.
 */
export function createPushAdapter(dependencies: PushAdapterDependencies): ChannelAdapter {
  const { store, clock } = dependencies;
  return {
    channel: 'push',
    async send(message) {
      const targets = await listPushTargets(store.kysely, message.personId);
      const payload = makePayload(message);
      const attempts = await Promise.all(
        targets.map((target) => sendToBrowser(dependencies, target, message, payload)),
      );
      const idsWith = (kind: Attempt['kind']) =>
        targets.filter((_, index) => attempts[index]?.kind === kind).map(({ id }) => id);
      const acceptedIds = idsWith('accepted');
      const expiredIds = idsWith('expired');
      if (acceptedIds.length > 0) await recordAcceptance(store.kysely, acceptedIds, clock.now());
      if (expiredIds.length > 0) await deleteExpiredSubscriptions(store.kysely, expiredIds);
      return summarize(attempts);
    },
  };
}

function summarize(attempts: readonly Attempt[]): DeliveryOutcome {
  if (attempts.some(({ kind }) => kind === 'accepted'))
    return { kind: 'accepted', providerId: null };
  const retries = attempts.filter((attempt) => 'afterSeconds' in attempt);
  const retry = retries.find(({ kind }) => kind === 'unknown') ?? retries[0];
  if (retry) {
    const waits = retries.flatMap(({ afterSeconds }) => afterSeconds ?? []);
    return { ...retry, afterSeconds: waits.length > 0 ? Math.max(...waits) : null };
  }
  const refusal = attempts.find((attempt) => attempt.kind === 'refused');
  return { kind: 'refused', reason: refusal?.reason ?? "Notifications aren't on in any browser." };
}

async function sendToBrowser(
  {
    clock,
    keys,
    publicUrl,
    additionalOrigins = [],
    timeoutMs = defaultTimeoutMs,
  }: PushAdapterDependencies,
  { endpoint, public_key, auth_secret }: PushTarget,
  message: RenderedMessage,
  payload: Buffer,
): Promise<Attempt> {
  // Checked again, since an endpoint stored by another version of the server may be at another host.
  if (!isPushEndpoint(endpoint, additionalOrigins)) {
    return { kind: 'refused', reason: "The browser's notification service isn't supported." };
  }
  const now = clock.now();
  const body = encryptPushMessage(payload, { publicKey: public_key, authSecret: auth_secret });
  let response: Response;
  try {
    response = await fetch(endpoint, {
      method: 'POST',
      body: new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        authorization: createVapidHeader(keys, {
          audience: new URL(endpoint).origin,
          // VAPID requires an https subject; only a local server has an http URL.
          subject: publicUrl.replace(/^http:/, 'https:'),
          expiresAt: new Date(now.getTime() + authorizationHours * 3_600_000),
        }),
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(getTtlSeconds(message.expiresAt, now)),
        // Phones delay less urgent messages to save power, but these are all about the recipient's own appointments.
        urgency: 'high',
        topic: toTopicHeader(message.topic),
      },
    });
    // Nothing in the response is needed.
    await response.body?.cancel();
  } catch (error) {
    // Doesn't return the error's message, which contains the endpoint.
    return isConnectionError(error)
      ? {
          kind: 'retry',
          reason: "The browser's notification service couldn't be reached.",
          afterSeconds: null,
        }
      : {
          kind: 'unknown',
          reason: "The browser's notification service didn't respond.",
          afterSeconds: null,
        };
  }
  return readResponse(response, now);
}

function readResponse({ status, headers }: Response, now: Date): Attempt {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status === 404 || status === 410) return { kind: 'expired' };
  if (status === 429 || status >= 500) {
    const afterSeconds = parseRetryAfter(headers.get('retry-after'), now);
    // A gateway error doesn't say whether the message got through.
    const kind = status === 429 || status === 503 ? 'retry' : 'unknown';
    const reason = `The browser's notification service had a problem (${status}).`;
    return { kind, reason, afterSeconds };
  }
  return {
    kind: 'refused',
    reason: `The browser's notification service refused the message (${status}).`,
  };
}

/** Returns the Topic header for a topic, which may have at most 32 characters of base64url (RFC 8030, 5.4). */
function toTopicHeader(topic: string): string {
  return createHash('sha256').update(topic).digest('base64url').slice(0, 32);
}

/** Returns what the service worker shows, as JSON. Shortens the text if it is too long. */
function makePayload({ subject, text, path, topic }: RenderedMessage): Buffer {
  const title = shorten(subject, maxTitleLength);
  const encode = (body: string) => Buffer.from(JSON.stringify({ title, body, path, topic }));
  let length = Array.from(text).length;
  let payload = encode(text);
  while (payload.length > maxPayloadBytes && length > 0) {
    // A character takes up to 12 bytes in JSON.
    length -= Math.ceil((payload.length - maxPayloadBytes) / 12);
    payload = encode(shorten(text, Math.max(length, 0)));
  }
  return payload;
}

/** Returns the text, or its start and an ellipsis if it has more than `max` characters. */
function shorten(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, Math.max(max - 1, 0)).join('')}…`;
}
