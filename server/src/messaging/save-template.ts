import {
  toMessageTemplateId,
  type MessageTemplateKey,
} from '@curbwrench/contract/messaging/template-keys';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';
import { getDefaultTemplate } from './rules/default-templates.ts';
import { findTemplateProblems, type TemplateContent } from './rules/message-templates.ts';
import {
  deleteTemplate,
  lockTemplate,
  writeTemplate,
  type TemplateVersion,
} from './template-changes.ts';

/**
 * Saves the template for one kind of message in one channel, as an admin edited it. Messages sent from then on use it.
 * Saving the default template resets the edited one. Refused if the template is invalid, or if someone else has changed
 * it since the version that the edit is based on.
 */
export async function saveMessageTemplate(
  context: Context,
  actor: Actor,
  edited: TemplateVersion,
  template: TemplateContent,
): Promise<Result<void>> {
  const problem = findTemplateRefusal(edited, template);
  if (problem) return problem;
  const original = getDefaultTemplate(edited.kind, edited.channel);
  const isDefault = template.subject === original.subject && template.body === original.body;
  return runInTransaction(context, actor.id, async (trx) => {
    const current = await lockTemplate(trx, edited);
    if ((current?.version ?? 0) !== edited.version) return changedMeanwhile;
    if (isDefault && !current) return done(undefined, []);
    if (isDefault) await deleteTemplate(trx, edited);
    else if (!(await writeTemplate(trx, edited, template, actor.id, context.clock.now()))) {
      // Another admin has edited the default template at the same time.
      return changedMeanwhile;
    }
    return done(undefined, [{ kind: 'message_template', subjectId: toMessageTemplateId(edited) }]);
  });
}

/** Returns the refusal of a template that can't be used for this kind of message in this channel; null if it can. */
export function findTemplateRefusal(
  { kind, channel }: MessageTemplateKey,
  template: TemplateContent,
): Refused | null {
  const problems = findTemplateProblems(kind, channel, template);
  const [first] = problems;
  if (!first) return null;
  const fields = Object.fromEntries(problems.map(({ field, message }) => [field, message]));
  return refused('invalid_request', first.message, fields);
}

const changedMeanwhile = refused(
  'changed_meanwhile',
  'Someone else changed this message. Please check it and make your change again.',
);
