import type { z } from 'zod';
import type { accountChange } from '@curbwrench/contract/accounts/schemas';
import { setPicture, setProfile } from '../changes/account-changes.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { readImageUpload } from './read-image-upload.ts';
import { personChanged } from '../../application/events.ts';
import { done, runInTransaction, type Context } from '../../application/transaction.ts';

/**
 * Changes the actor's own name, phone number and picture. Each picture gets an unguessable URL, so that lists contain
 * the URL and not the picture.
 */
export async function changeProfile(
  context: Context,
  userId: string,
  change: z.output<typeof accountChange>,
): Promise<Result<null>> {
  const picture = change.picture == null ? change.picture : readImageUpload(change.picture);
  // A string is the reason why the picture is rejected.
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
