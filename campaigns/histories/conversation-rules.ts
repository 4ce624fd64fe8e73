import { ring } from './bell-rules.ts';
import type { CommandOf } from './command.ts';
import { isDesk, type Model, type ModelConversation, type ModelPerson } from './model.ts';
import { no, nothing, yes, type Verdict } from './verdict.ts';

/**
 * Customers and mechanics write to the office in their own conversation, the office in anyone's; to
 * nobody who can't read it, and the same message sent again is not there twice.
 */
export function judgeMessage(
  model: Model,
  actor: ModelPerson,
  { personId, clientId, text }: CommandOf<'send'>,
): Verdict {
  const person = model.people.get(personId);
  if (!person || !maySee(model, actor, person)) return no('not_found');
  if (!writesToOffice(person) || !person.active) return no('wrong_status');
  for (const [of, { messages }] of model.conversations) {
    const earlier = messages.find((each) => each.author === actor.id && each.clientId === clientId);
    if (!earlier) continue;
    const same = of === personId && earlier.text === text;
    return same ? yes(() => nothing) : no('idempotency_mismatch');
  }
  return yes(() => {
    const had = model.conversations.get(personId) ?? unread;
    const messages = [...had.messages, { author: actor.id, clientId, text }];
    model.conversations.set(personId, { ...had, messages });
    const about = `conversation ${personId}`;
    const isByPerson = actor.id === personId;
    ring(model, {
      kind: 'message',
      about,
      to: isByPerson ? [] : [personId],
      office: isByPerson,
      by: actor.id,
    });
    return { ...nothing, told: [about] };
  });
}

/** A side's mark moves on, never back; with the other side's last message it is off all its bells. */
export function judgeReading(
  model: Model,
  actor: ModelPerson,
  { personId, number }: CommandOf<'read'>,
): Verdict {
  const person = model.people.get(personId);
  if (!person || !maySee(model, actor, person)) return no('not_found');
  const had = model.conversations.get(personId) ?? unread;
  if (number > had.messages.length) return no('invalid_request');
  const isPerson = actor.id === personId;
  const mark = isPerson ? 'personRead' : 'officeRead';
  if (number <= had[mark]) return yes(() => nothing);
  return yes(() => {
    model.conversations.set(personId, { ...had, [mark]: number });
    const about = `conversation ${personId}`;
    const more = had.messages.slice(number);
    if (more.some(({ author }) => (author === personId) !== isPerson)) {
      return { ...nothing, told: [about] };
    }
    const rung: string[] = [];
    for (const each of model.people.values()) {
      if ((each.id === personId) !== isPerson) continue;
      const lines = each.bell.filter((line) => line.about === about && !line.read);
      for (const line of lines) line.read = true;
      if (lines.length > 0) rung.push(`notification ${each.id}`);
    }
    return { ...nothing, told: [about, ...rung] };
  });
}

const unread: ModelConversation = { messages: [], personRead: 0, officeRead: 0 };

/** How many conversations hold something that a reader's side has not read, and how many messages. */
export function unreadOf(model: Model, reader: ModelPerson): readonly [number, number] {
  const mine = [...model.conversations].filter(([id]) => isDesk(reader.role) || id === reader.id);
  const counts = mine.map(([id, { messages, personRead, officeRead }]) => {
    const isPerson = id === reader.id;
    const rest = messages.slice(isPerson ? personRead : officeRead);
    return rest.filter(({ author }) => (author === id) !== isPerson).length;
  });
  return [counts.filter((count) => count > 0).length, counts.reduce((sum, each) => sum + each, 0)];
}

/** Another's conversation is not there; the office's people see whoever may write, or did. */
function maySee(model: Model, actor: ModelPerson, person: ModelPerson): boolean {
  if (!isDesk(actor.role) && person.id !== actor.id) return false;
  return writesToOffice(person) || model.conversations.has(person.id);
}

function writesToOffice({ role, deleted, work }: ModelPerson): boolean {
  if (deleted) return false;
  return !isDesk(role) || (role === 'admin' && work?.active === true);
}
