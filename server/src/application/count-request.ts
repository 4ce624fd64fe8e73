import { createHmac } from 'node:crypto';
import { limits, type CountedName, type Limit } from '@curbwrench/contract/api/rate-limits';
import type { Role } from '@curbwrench/contract/people/roles';
import { countOnce } from '../database/rate-limit-changes.ts';
import { accepted, type Result } from './rules/result.ts';
import type { Context } from './transaction.ts';

/** Who makes a request, as far as rate limits are concerned. */
export interface Requester {
  /** The network that is counted as one requester (see `networkOf`). */
  readonly network: string;
  /** The e-mail address named in the body, or the signed-in person; null if neither. */
  readonly account: string | null;
  readonly role: Role | null;
}

/** What counting needs besides the database: the key for hashing what is counted. */
export interface CountingContext extends Pick<Context, 'store' | 'clock'> {
  readonly countingSecret: string;
}

/**
 * Counts a request against the limits of its call, and refuses it if any is exceeded. Runs one statement if
 * the call has limits that apply to this requester, and none otherwise. Runs outside the command's
 * transaction: a refused command still counts as a try.
 */
export async function countRequest(
  context: CountingContext,
  call: CountedName,
  requester: Requester,
): Promise<Result<void>> {
  const counted = (limits[call] ?? []).flatMap((limit) => {
    const whose = whoseCount(limit, requester);
    return whose === null
      ? []
      : [{ limit, key: keyOf(context.countingSecret, call, limit, whose) }];
  });
  if (counted.length === 0) return accepted(undefined);

  const now = context.clock.now();
  const stands = await countOnce(
    context.store.kysely,
    counted.map(({ limit, key }) => ({
      key,
      times: limit.times,
      endsAt: new Date(now.getTime() + limit.minutes * 60_000),
    })),
    now,
  );
  for (const { key, count, endsAt } of stands) {
    const times = counted.find((one) => one.key === key)?.limit.times ?? 0;
    if (count > times) return tooOften(Math.max(1, (endsAt.getTime() - now.getTime()) / 1000));
  }
  return accepted(undefined);
}

/** Returns null if a limit doesn't apply to the requester. */
function whoseCount(limit: Limit, { network, account, role }: Requester): string | null {
  if (limit.roles && (role === null || !limit.roles.includes(role))) return null;
  if (limit.by === 'address') return network;
  if (account === null) return null;
  return limit.by === 'account' ? account : `${account} ${network}`;
}

/** Returns a pseudonym for a network in the log: the same for all its requests, and irreversible. */
export function networkMark(secret: string, network: string): string {
  return createHmac('sha256', secret).update(`log ${network}`).digest('base64url').slice(0, 12);
}

/** Hashes the key, so that the table reveals no address. */
function keyOf(secret: string, call: CountedName, limit: Limit, whose: string): string {
  const hash = createHmac('sha256', secret).update(
    `${limit.sharedAs ?? call} ${limit.by} ${whose}`,
  );
  return hash.digest('base64url').slice(0, 27);
}

function tooOften(seconds: number): Result<void> {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return {
    ok: false,
    refusal: {
      code: 'too_many_requests',
      message: `Too many attempts; please try again in ${wait}.`,
      retryAfterSeconds: Math.ceil(seconds),
    },
  };
}
