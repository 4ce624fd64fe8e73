import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Transaction } from '../application/transaction.ts';
import { saveLinkToken } from './changes.ts';
import { findStoredLink, type StoredLink } from './queries.ts';

/** The settings from which a link's URL is derived. */
export interface LinkSettings {
  /** The secret that `deriveLinkSecret` returns. */
  readonly secret: string;
  /** The public URL of this server, which the link starts with. */
  readonly publicUrl: string;
}

/** Returns the secret for links: a separate key, so that nothing derived from it reveals the server's secret. */
export function deriveLinkSecret(authSecret: string): string {
  return createHmac('sha256', authSecret).update('appointment-links').digest('hex');
}

/**
 * Returns the URL of the page on which a customer sees and changes their appointment without signing in. It is the same
 * in every message until the link is renewed or revoked. If the link was revoked, it gets a new token. The token is in
 * the fragment, which browsers don't send to any server (ASVS 5.0 14.2.1).
 */
export async function findOrCreateAppointmentLink(
  trx: Transaction,
  settings: LinkSettings,
  appointmentId: number,
  personId: string,
  now: Date,
): Promise<string> {
  for (;;) {
    const link = await findStoredLink(trx, appointmentId, personId);
    const url = link && link.endedAt === null ? getLinkUrl(settings, link) : null;
    if (url !== null) return url;
    // If another transaction saves a token first, the next pass returns that token's URL.
    await createLinkToken(trx, settings, { appointmentId, personId }, link, now);
  }
}

/**
 * Gives a new or existing link a new token and returns its URL. The old token stops working. Returns null if another
 * transaction has given the link a token since `link` was read.
 */
export async function createLinkToken(
  trx: Transaction,
  settings: LinkSettings,
  key: { readonly appointmentId: number; readonly personId: string },
  link: StoredLink | null,
  now: Date,
): Promise<string | null> {
  const salt = randomBytes(32).toString('base64url');
  const token = makeToken(settings.secret, salt);
  const record = { salt, tokenHash: hashLinkToken(token) };
  const isSaved = await saveLinkToken(trx, key, record, link?.version ?? null, now);
  return isSaved ? formatUrl(settings, token) : null;
}

/**
 * Returns the URL of a stored link; null if its token can no longer be derived, because the server's secret has
 * changed since.
 */
export function getLinkUrl(settings: LinkSettings, link: StoredLink): string | null {
  const token = makeToken(settings.secret, link.salt);
  return hashLinkToken(token) === link.tokenHash ? formatUrl(settings, token) : null;
}

/** Returns the hash used to find a token's link. The token has 256 bits, so an unsalted hash is enough. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function makeToken(secret: string, salt: string): string {
  return createHmac('sha256', secret).update(salt).digest('base64url');
}

function formatUrl({ publicUrl }: LinkSettings, token: string): string {
  return `${publicUrl}/appointment-link#token=${token}`;
}
