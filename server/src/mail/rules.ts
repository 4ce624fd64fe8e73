/** How long an email is retried, starting from its creation. */
const maxRetryPeriodMs = 2 * 24 * 3_600_000;

/** Returns whether to give up on a message: its link has expired, or it has been retried for two days. */
export function shouldGiveUp(
  {
    link_expires_at: linkExpiresAt,
    created_at: createdAt,
  }: { readonly link_expires_at: Date | null; readonly created_at: Date },
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
    link_expires_at: linkExpiresAt,
  }: { readonly text: string | null; readonly link_expires_at: Date | null },
  now: Date,
): UnsentText {
  if (linkExpiresAt !== null && linkExpiresAt <= now) {
    return {
      text: null,
      removalReason: 'The text was removed because its link or code has expired.',
    };
  }
  return text === null
    ? { text, removalReason: "The text was removed because the message couldn't be delivered." }
    : { text };
}
