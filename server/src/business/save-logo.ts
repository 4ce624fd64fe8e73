import { readImageUpload } from '../accounts/commands/read-image-upload.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';

/** Saves the logo, given as a data URL, or removes the logo if null. */
export async function saveLogo(
  context: Context,
  actor: Actor,
  logo: string | null,
): Promise<Result<void>> {
  const picture = logo === null ? null : readImageUpload(logo);
  if (typeof picture === 'string') return refused('invalid_request', picture, { logo: picture });
  return runInTransaction(context, actor.id, async (trx) => {
    await trx
      .updateTable('business')
      .set({
        logo_name: picture?.name ?? null,
        logo_content_type: picture?.contentType ?? null,
        logo_base64: picture?.base64 ?? null,
      })
      .execute();
    return done(undefined, [{ kind: 'business', subjectId: 'business' }]);
  });
}
