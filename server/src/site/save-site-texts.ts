import type { SiteTextsInput } from '@curbwrench/contract/site/schemas';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';
import { readSiteContent } from './site-queries.ts';
import { lockTexts, updateTexts } from './text-changes.ts';

/**
 * Saves the texts that visitors read. For a blank text, or one that equals the default, visitors see the default text,
 * which is generated from the current settings. Refused if someone else has saved texts since these were read.
 */
export async function saveSiteTexts(
  context: Context,
  actor: Actor,
  { version, ...texts }: SiteTextsInput,
): Promise<Result<void>> {
  return runInTransaction(context, actor.id, async (trx) => {
    if ((await lockTexts(trx)) !== version) {
      return refused(
        'changed_meanwhile',
        'Someone else changed the wording. Please check it and make your change again.',
      );
    }
    const { defaults } = await readSiteContent(trx);
    const toStoredText = (name: keyof typeof texts) =>
      texts[name] === '' || texts[name] === defaults[name] ? null : texts[name];
    await updateTexts(trx, {
      questions: toStoredText('questions'),
      privacy: toStoredText('privacy'),
      terms: toStoredText('terms'),
    });
    return done(undefined, [{ kind: 'business', subjectId: 'business' }]);
  });
}
