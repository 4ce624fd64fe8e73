import { isDesk, type BellLine, type Model, type ModelPerson, type Preferences } from './model.ts';
import { nothing, yes, type Verdict } from './verdict.ts';

/** Who is told of something. */
interface Notice {
  readonly kind: string;
  readonly about: BellLine['about'];
  readonly to: readonly (string | null)[];
  /** Whether everyone at the desk is. */
  readonly office?: boolean;
  /** Whoever did it, and is not told. */
  readonly by: string | null;
}

/** Writes a line under the bells of those who may come in. */
export function ring(model: Model, { kind, about, to, office = false, by }: Notice): void {
  for (const person of model.people.values()) {
    const concerned = to.includes(person.id) || (office && isDesk(person.role));
    if (!concerned || !person.active || person.id === by) continue;
    // What is unread of one conversation stays one line, the newest.
    const replaces = (line: BellLine): boolean =>
      kind === 'message' && line.kind === kind && line.about === about && !line.read;
    const kept = person.bell.filter((line) => !replaces(line));
    person.bell = [...kept, { id: null, kind, about, read: false }];
  }
}

/** Marks what a person was shown as read. */
export function judgeBellReading(
  actor: ModelPerson,
  { from, to }: { readonly from: number; readonly to: number },
): Verdict {
  return yes(() => {
    const shown = actor.bell.filter(
      ({ id, read }) => !read && id !== null && from <= id && id <= to,
    );
    for (const line of shown) line.read = true;
    return shown.length === 0 ? nothing : { ...nothing, told: [`notification ${actor.id}`] };
  });
}

/** Keeps what somebody wants to hear of. */
export function judgePreferences(actor: ModelPerson, preferences: Preferences): Verdict {
  return yes(() => {
    actor.preferences = preferences;
    return { ...nothing, told: [`notification ${actor.id}`] };
  });
}
