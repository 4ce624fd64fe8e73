import { createHash, randomBytes } from 'node:crypto';

/** A secret for a link, and what of it is kept. */
export interface OneTimeToken {
  /** 256 random bits (ASVS 5.0 7.2.3 asks for 128); goes out once, and is kept nowhere. */
  readonly token: string;
  readonly hash: string;
}

/** Makes a token that nobody can guess. */
export function newToken(): OneTimeToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOf(token) };
}

/**
 * What is kept of a token: its SHA-256 in hexadecimal. It is random and long, so a fast hash
 * without salt is enough (ASVS 5.0 11.4).
 */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
