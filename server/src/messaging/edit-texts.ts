import { toMessageTextId, type MessageTextKey } from '@curbwrench/contract/messaging/text-keys';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import { findEditedText } from './queries/message-texts.ts';
import { getDefaultText } from './rules/default-texts.ts';
import { findTextProblems, type MessageText } from './rules/message-texts.ts';
import { deleteText, writeText, type TextVersion } from './text-changes.ts';

/**
 * Saves an admin's text for one kind of message in one channel; messages that are sent from then on contain it. A text
 * that equals the default one is not stored. Refused if it can't be used, or if someone else has changed it since the
 * version that was edited.
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
  if (text.subject === original.subject && text.body === original.body) {
    return resetMessageText(context, actor, edited);
  }
  return runInTransaction(context, actor.id, async (trx) => {
    const now = context.clock.now();
    if (!(await writeText(trx, edited, text, actor.id, now))) return changedMeanwhile;
    return done(undefined, [textChanged(edited)]);
  });
}

/** Goes back to the default text. Refused if someone else has changed the text since the version that was edited. */
export async function resetMessageText(
  context: Context,
  actor: Actor,
  edited: TextVersion,
): Promise<Result<void>> {
  return runInTransaction(context, actor.id, async (trx) => {
    if (await deleteText(trx, edited)) return done(undefined, [textChanged(edited)]);
    const current = await findEditedText(trx, edited.kind, edited.channel);
    return (current?.version ?? 0) === edited.version ? done(undefined, []) : changedMeanwhile;
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
  'Someone else has changed this text. Please check it and make your change again.',
);

function textChanged(key: MessageTextKey): OutboxEvent {
  return { kind: 'message_text', subjectId: toMessageTextId(key) };
}
