export interface MailPart {
  readonly text: string;
  /** Where a link leads: a page of our own, as a path. */
  readonly path?: string;
}

/**
 * A message's text in parts, so that links to our own pages can be pressed. Any other address stays
 * plain text: what stands in a message is not to be trusted.
 *
 * @param origins where our own pages are: what the reader sees, and what the messages name
 */
export function mailParts(text: string, origins: readonly string[]): MailPart[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part) => {
    const path = ownPathIn(part, origins);
    return path === null ? { text: part } : { text: part, path };
  });
}

function ownPathIn(part: string, origins: readonly string[]): string | null {
  if (!/^https?:/.test(part) || !URL.canParse(part)) return null;
  const { origin, pathname, search, hash, username, password } = new URL(part);
  const isOurs = origins.includes(origin) && username === '' && password === '';
  return isOurs && !/^\/(api|\/)/.test(pathname) ? pathname + search + hash : null;
}
