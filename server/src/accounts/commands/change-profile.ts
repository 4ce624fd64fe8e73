import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { accountChange } from '@curbwrench/contract/accounts/schemas';
import { setPicture, setProfile } from '../changes/account-changes.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { longestPictureSide, readPictureFile } from '../rules/picture-file.ts';
import { personChanged } from '../../application/events.ts';
import { done, runInTransaction, type Context } from '../../application/transaction.ts';

/**
 * Changes the actor's own name, phone and picture. A picture gets an unguessable address of its own, so that
 * lists contain the address and not the picture.
 */
export async function changeProfile(
  context: Context,
  userId: string,
  change: z.output<typeof accountChange>,
): Promise<Result<null>> {
  const picture = change.picture == null ? change.picture : readPicture(change.picture);
  if (typeof picture === 'string') {
    return refused('invalid_request', picture, { picture });
  }
  return runInTransaction(context, userId, async (trx) => {
    const now = context.clock.now();
    if (picture !== undefined) await setPicture(trx, userId, picture, now);
    const image = picture === undefined ? undefined : picture && `/api/pictures/${picture.name}`;
    const { firstName, lastName, phone } = change;
    await setProfile(trx, userId, { firstName, lastName, phone, image }, now);
    return done(null, [personChanged(userId)]);
  });
}

/** Returns the picture as it is stored, with a new name, or a sentence that says why it is refused. */
function readPicture(dataUrl: string) {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
  const file = readPictureFile(Buffer.from(base64, 'base64'));
  if (!file) return 'Please choose a PNG, JPEG or WebP picture.';
  if (Math.max(file.width, file.height) > longestPictureSide) {
    return `Please choose a picture of at most ${longestPictureSide} by ${longestPictureSide} pixels.`;
  }
  return {
    name: randomBytes(24).toString('base64url'),
    contentType: file.contentType,
    base64,
  };
}
