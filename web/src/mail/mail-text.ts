export interface MailPart {
  readonly text: string;
  /** The path of our own page that the part links to; undefined if the part is not a link. */
  readonly path?: string;
}

/**
 * Splits a message's text into parts, so that links to our own pages can be clicked. Any other URL stays
 * plain text: the content of a message is not trusted.
 *
 * @param origins the origins of our own pages: the origin that the viewer uses, and the origin that messages
 *   link to
 */
export function splitMailText(text: string, origins: readonly string[]): MailPart[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part) => {
    const path = parseOwnPath(part, origins);
    return path === null ? { text: part } : { text: part, path };
  });
}

function parseOwnPath(part: string, origins: readonly string[]): string | null {
  if (!/^https?:/.test(part) || !URL.canParse(part)) return null;
  const { origin, pathname, search, hash, username, password } = new URL(part);
  const isOurs = origins.includes(origin) && username === '' && password === '';
  return isOurs && !/^\/(api|\/)/.test(pathname) ? pathname + search + hash : null;
}
