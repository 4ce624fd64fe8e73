import { createHash, randomBytes } from 'node:crypto';

/** A secret for a link, and its hash, which is stored. */
export interface OneTimeToken {
  /** 256 random bits (ASVS 5.0 7.2.3 requires 128); sent once and never stored. */
  readonly token: string;
  readonly hash: string;
}

/** Creates an unguessable token. */
export function createToken(): OneTimeToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/**
 * Returns the hash of a token to store: its SHA-256 in hexadecimal. The token is random and long, so a fast
 * unsalted hash is enough (ASVS 5.0 11.4).
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
