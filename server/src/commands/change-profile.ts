import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { accountChange } from '@curbwrench/contract/accounts';
import { setPicture, setProfile } from '../db/account-changes.ts';
import { accepted, refused, type Outcome } from '../domain/outcome.ts';
import { personChanged } from './announcements.ts';
import { perform, type Context } from './transaction.ts';

/** What a picture's own first bytes say it is; the type that a client names counts for nothing. */
const signatures = [
  { contentType: 'image/png', at: 0, bytes: '89504e470d0a1a0a' },
  { contentType: 'image/jpeg', at: 0, bytes: 'ffd8ff' },
  { contentType: 'image/webp', at: 8, bytes: '57454250' },
] as const;

/**
 * Changes one's own name, phone and picture. A picture gets an address of its own that nobody can
 * guess, so that lists carry the address and not the picture.
 */
export async function changeProfile(
  context: Context,
  userId: string,
  change: z.output<typeof accountChange>,
): Promise<Outcome<null>> {
  const picture = change.picture == null ? change.picture : readPicture(change.picture);
  if (picture === 'unknown') {
    const sentence = 'Please choose a PNG, JPEG or WebP picture.';
    return refused('invalid_request', sentence, { picture: sentence });
  }
  return perform(context, userId, async (trx, tell) => {
    const now = context.clock.now();
    if (picture !== undefined) await setPicture(trx, userId, picture, now);
    const image = picture === undefined ? undefined : picture && `/api/pictures/${picture.name}`;
    const { firstName, lastName, phone } = change;
    await setProfile(trx, userId, { firstName, lastName, phone, image }, now);
    tell([personChanged(userId)]);
    return accepted(null);
  });
}

function readPicture(dataUrl: string) {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
  const hex = Buffer.from(base64, 'base64').subarray(0, 16).toString('hex');
  const found = signatures.find(({ at, bytes }) => hex.startsWith(bytes, at * 2));
  if (!found) return 'unknown' as const;
  return { name: randomBytes(24).toString('base64url'), contentType: found.contentType, base64 };
}
