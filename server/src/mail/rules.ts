/** The text of a message that could not be sent, or a sentence that says why it was removed. */
type UnsentText =
  | { readonly text: string }
  | { readonly text: null; readonly removalReason: string };

/** Returns the text of a message that could not be sent, or why it was removed. */
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
