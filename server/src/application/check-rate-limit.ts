import { createHmac } from 'node:crypto';
import {
  rateLimits,
  type RateLimitedName,
  type RateLimit,
} from '@curbwrench/contract/api/rate-limits';
import type { Role } from '@curbwrench/contract/people/roles';
import { incrementCounts } from '../database/rate-limit-changes.ts';
import { accepted, type Result } from './rules/result.ts';
import type { Context } from './transaction.ts';

/** The properties of a requester that rate limits depend on. */
export interface Requester {
  /** The IPv4 address or IPv6 /64 whose requests are counted together (see `getNetwork`). */
  readonly network: string;
  /** The person, account or link that the request is counted for (see `CountedBy`); null if there is none. */
  readonly subject: string | null;
  readonly role: Role | null;
}

/** The dependencies of rate limiting: the database, the clock, the settings, and the secret for hashing the keys. */
export interface RateLimitContext extends Pick<Context, 'store' | 'clock' | 'business'> {
  readonly pseudonymSecret: string;
}

/**
 * Counts a request against its endpoint's limits, and refuses the request if a limit is exceeded. Runs one statement if
 * the endpoint has limits that apply to this requester, and none otherwise. Runs outside the command's
 * transaction, so that a refused command counts too.
 */
export async function checkRateLimit(
  context: RateLimitContext,
  endpoint: RateLimitedName,
  requester: Requester,
): Promise<Result<void>> {
  const applicableLimits = (rateLimits[endpoint] ?? []).flatMap((rule) => {
    const limit = rule.setting ? { ...rule, times: context.business[rule.setting] } : rule;
    const subject = findCountedSubject(limit, requester);
    return subject === null
      ? []
      : [{ limit, key: hashKey(context.pseudonymSecret, endpoint, limit, subject) }];
  });
  if (applicableLimits.length === 0) return accepted(undefined);

  const now = context.clock.now();
  const counts = await incrementCounts(
    context.store.kysely,
    applicableLimits.map(({ limit, key }) => ({
      key,
      times: limit.times,
      endsAt: new Date(now.getTime() + limit.minutes * 60_000),
    })),
    now,
  );
  for (const { key, count, endsAt } of counts) {
    const maxCount = applicableLimits.find((entry) => entry.key === key)?.limit.times ?? 0;
    if (count > maxCount)
      return tooManyRequests(Math.max(1, (endsAt.getTime() - now.getTime()) / 1000));
  }
  return accepted(undefined);
}

/** Returns what this limit counts requests by: address, network, subject or both; null if the limit doesn't apply. */
function findCountedSubject(
  limit: RateLimit,
  { network, subject, role }: Requester,
): string | null {
  if (limit.roles && (role === null || !limit.roles.includes(role))) return null;
  if (limit.by === 'address') return network;
  // The /24 of an IPv4 address; an IPv6 /64 has no dots.
  if (limit.by === 'network') return network.replace(/\.\d+$/, '');
  if (subject === null) return null;
  return limit.by === 'subject' ? subject : `${subject} ${network}`;
}

/** Returns an irreversible pseudonym for a network in the log: 72 bits, the same for all the network's requests. */
export function networkPseudonym(secret: string, network: string): string {
  return createHmac('sha256', secret).update(`log ${network}`).digest('base64url').slice(0, 12);
}

/** Returns a keyed hash (162 bits) of the counted subject, so that the table reveals no address. */
function hashKey(
  secret: string,
  endpoint: RateLimitedName,
  limit: RateLimit,
  subject: string,
): string {
  const hash = createHmac('sha256', secret).update(
    `${limit.sharedAs ?? endpoint} ${limit.by} ${subject}`,
  );
  return hash.digest('base64url').slice(0, 27);
}

function tooManyRequests(seconds: number): Result<void> {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return {
    ok: false,
    refusal: {
      code: 'too_many_requests',
      message: `Too many attempts. Please try again in ${wait}.`,
      retryAfterSeconds: Math.ceil(seconds),
    },
  };
}
