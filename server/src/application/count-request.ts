import { createHmac } from 'node:crypto';
import { limits, type CountedName, type Limit } from '@curbwrench/contract/limits';
import type { Role } from '@curbwrench/contract/roles';
import { countOnce } from '../database/rate-limit-changes.ts';
import { accepted, type Result } from './rules/result.ts';
import type { Context } from './transaction.ts';

/** Who makes a request, as far as it is counted. */
export interface Requester {
  /** The network that is counted as one (see `networkOf`). */
  readonly network: string;
  /** The e-mail address that the body names, or the signed-in person; null for neither. */
  readonly account: string | null;
  readonly role: Role | null;
}

/** What counting needs beside the database: the key of the hashes under which it counts. */
export interface CountingContext extends Pick<Context, 'store' | 'clock'> {
  readonly countingSecret: string;
}

/**
 * Counts a request against the limits of its call, and refuses it over any of them. One statement
 * for a call with limits that concern this requester, none for any other. Outside the command's
 * transaction: a refused command has been tried all the same.
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

/** Null where a limit doesn't concern the requester. */
function whoseCount(limit: Limit, { network, account, role }: Requester): string | null {
  if (limit.roles && (role === null || !limit.roles.includes(role))) return null;
  if (limit.by === 'address') return network;
  if (account === null) return null;
  return limit.by === 'account' ? account : `${account} ${network}`;
}

/** Stands in the log for a network: the same for all its requests, and not to be undone. */
export function networkMark(secret: string, network: string): string {
  return createHmac('sha256', secret).update(`log ${network}`).digest('base64url').slice(0, 12);
}

/** Nobody who reads the table learns an address from it. */
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
