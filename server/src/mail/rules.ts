type KeptText = { readonly text: string } | { readonly text: null; readonly removed: string };

/** Returns the text of a message that could not be sent, or why it was deleted. */
export function keptText(
  {
    text,
    secret_until: until,
  }: { readonly text: string | null; readonly secret_until: Date | null },
  now: Date,
): KeptText {
  if (until !== null && until <= now) {
    return { text: null, removed: 'The text was removed because its link has expired.' };
  }
  return text === null
    ? { text, removed: "The text was removed because the message couldn't be delivered." }
    : { text };
}
