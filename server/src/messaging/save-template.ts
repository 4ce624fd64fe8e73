import { toMessageTextId, type MessageTextKey } from '@curbwrench/contract/messaging/template-keys';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';
import { getDefaultText } from './rules/default-templates.ts';
import { findTextProblems, type MessageText } from './rules/message-templates.ts';
import { deleteText, lockText, writeText, type TextVersion } from './template-changes.ts';

/**
 * Saves an admin's text for one kind of message in one channel, to be used for all messages sent later. Saving the
 * default text deletes the admin's version. Refused if the text can't be used, or if someone else has changed it since
 * the version that was edited.
 */
export async function saveMessageText(
  context: Context,
  actor: Actor,
  edited: TextVersion,
  text: MessageText,
): Promise<Result<void>> {
  const problem = findTextRefusal(edited, text);
  if (problem) return problem;
  const original = getDefaultText(edited.kind, edited.channel);
  const isDefault = text.subject === original.subject && text.body === original.body;
  return runInTransaction(context, actor.id, async (trx) => {
    const current = await lockText(trx, edited);
    if ((current?.version ?? 0) !== edited.version) return changedMeanwhile;
    if (isDefault && !current) return done(undefined, []);
    if (isDefault) await deleteText(trx, edited);
    else if (!(await writeText(trx, edited, text, actor.id, context.clock.now()))) {
      // Another admin has changed the default text at the same time.
      return changedMeanwhile;
    }
    return done(undefined, [{ kind: 'message_text', subjectId: toMessageTextId(edited) }]);
  });
}

/** Returns why this text can't be used for this kind of message in this channel; null if it can. */
export function findTextRefusal(
  { kind, channel }: MessageTextKey,
  text: MessageText,
): Refused | null {
  const problems = findTextProblems(kind, channel, text);
  const [first] = problems;
  if (!first) return null;
  const fields = Object.fromEntries(problems.map(({ field, message }) => [field, message]));
  return refused('invalid_request', first.message, fields);
}

const changedMeanwhile = refused(
  'changed_meanwhile',
  'Someone else changed this message. Please check it and make your change again.',
);
