const secondMs = 1000;

/** The delay after the first failed attempt; it doubles after each subsequent failure. */
const initialRetryDelayMs = 30 * secondMs;
const maxRetryDelayMs = 3600 * secondMs;

/**
 * Returns when to retry a message whose latest attempt failed at `now`. `attempts` includes that attempt. `random`,
 * from 0 to 1, makes the delay up to a fifth longer, so that messages that failed together are not all retried
 * together. `afterSeconds` is the minimum wait that the provider requested, if it did.
 */
export function getNextAttemptTime(
  attempts: number,
  now: Date,
  random: number,
  afterSeconds: number | null = null,
): Date {
  const backoffMs = Math.min(initialRetryDelayMs * 2 ** (attempts - 1), maxRetryDelayMs);
  const delayMs = Math.max(backoffMs, (afterSeconds ?? 0) * secondMs);
  return new Date(now.getTime() + delayMs * (1 + random / 5));
}

/**
 * Returns how many seconds a response's Retry-After header asks to wait (RFC 9110, 10.2.3: seconds or a date); null if
 * there is none or it is invalid.
 */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const time = Date.parse(header);
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now.getTime()) / 1000));
}
