const secondMs = 1000;

/** The delay after the first failed attempt; it doubles after each further one. */
const firstRetryDelayMs = 30 * secondMs;
const maxRetryDelayMs = 3600 * secondMs;
/** How long a message is retried, counted from its creation. */
const maxRetryPeriodMs = 2 * 24 * 3600 * secondMs;

/**
 * Returns when to retry a message whose latest attempt failed at `now`. `attempts` includes that attempt. `random`, from
 * 0 to 1, makes the delay up to a fifth longer, so that messages that failed together are not all retried together.
 * `afterSeconds` is how long the provider asked to wait at least, if it did.
 */
export function getNextAttemptTime(
  attempts: number,
  now: Date,
  random: number,
  afterSeconds: number | null = null,
): Date {
  const backoffMs = Math.min(firstRetryDelayMs * 2 ** (attempts - 1), maxRetryDelayMs);
  const delayMs = Math.max(backoffMs, (afterSeconds ?? 0) * secondMs);
  return new Date(now.getTime() + delayMs * (1 + random / 5));
}

/** Returns whether to give up on a message: its link has expired, or it has been retried for two days. */
export function shouldGiveUp(
  {
    secret_until: linkExpiresAt,
    created_at: createdAt,
  }: { readonly secret_until: Date | null; readonly created_at: Date },
  now: Date,
): boolean {
  return (
    (linkExpiresAt !== null && linkExpiresAt <= now) ||
    now.getTime() - createdAt.getTime() > maxRetryPeriodMs
  );
}

/** The text of a message that could not be sent, or the reason why the text was removed. */
type UnsentText =
  | { readonly text: string }
  | { readonly text: null; readonly removalReason: string };

/** Returns the text of a message that could not be sent, or why the text was removed. */
export function getUnsentText(
  {
    text,
    secret_until: linkExpiresAt,
  }: { readonly text: string | null; readonly secret_until: Date | null },
  now: Date,
): UnsentText {
  if (linkExpiresAt !== null && linkExpiresAt <= now) {
    return { text: null, removalReason: 'The text was removed because its link has expired.' };
  }
  return text === null
    ? { text, removalReason: "The text was removed because the message couldn't be delivered." }
    : { text };
}
