import type { SiteWordingInput } from '@curbwrench/contract/site/schemas';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';
import { readSiteContent } from './site-queries.ts';
import { lockWording, updateWording } from './wording-changes.ts';

/**
 * Saves the wording that visitors read. For a blank text, or one that equals the default, visitors see the default text,
 * which is generated from the current settings. Refused if someone else has changed the wording since it was read.
 */
export async function saveSiteWording(
  context: Context,
  actor: Actor,
  { version, ...wording }: SiteWordingInput,
): Promise<Result<void>> {
  return runInTransaction(context, actor.id, async (trx) => {
    if ((await lockWording(trx)) !== version) {
      return refused(
        'changed_meanwhile',
        'Someone else changed the wording. Please check it and make your change again.',
      );
    }
    const { defaults } = await readSiteContent(trx);
    const toStoredWording = (name: keyof typeof wording) =>
      wording[name] === '' || wording[name] === defaults[name] ? null : wording[name];
    await updateWording(trx, {
      questions: toStoredWording('questions'),
      privacy: toStoredWording('privacy'),
      terms: toStoredWording('terms'),
    });
    return done(undefined, [{ kind: 'business', subjectId: 'business' }]);
  });
}
