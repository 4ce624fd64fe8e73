import { readImageUpload } from '../accounts/commands/read-image-upload.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';

/** Saves the logo, given as a data URL; null removes it. */
export async function saveLogo(
  context: Context,
  actor: Actor,
  logo: string | null,
): Promise<Result<void>> {
  const upload = logo === null ? null : readImageUpload(logo);
  // A string says why the image is refused.
  if (typeof upload === 'string') return refused('invalid_request', upload, { logo: upload });
  return runInTransaction(context, actor.id, async (trx) => {
    await trx
      .updateTable('business')
      .set({
        logo_name: upload?.name ?? null,
        logo_content_type: upload?.contentType ?? null,
        logo_base64: upload?.base64 ?? null,
      })
      .execute();
    return done(undefined, [{ kind: 'business', subjectId: 'business' }]);
  });
}
