import type { Concept } from './concepts.ts';
import { means, type Understanding } from './understanding.ts';

/** What can be asked about a subject. */
const aspects = new Set<Concept>([
  'price',
  'duration',
  'when',
  'who',
  'where',
  'status',
  'phone',
  'email',
  'plate',
  'note',
  'count',
  'how',
]);

/** What a question is about. */
const subjects = new Set<Concept>([
  'appointment',
  'next',
  'last',
  'free',
  'earliest',
  'open',
  'vehicle',
  'pay',
  'owe',
  'paid',
  'refunded',
  'failed',
  'plan',
  'receipt',
  'cancel',
  'reschedule',
  'book',
  'track',
  'pending',
  'unassigned',
  'confirmed',
  'in_progress',
  'completed',
  'cancelled',
  'revenue',
  'figures',
  'customer',
  'mechanic',
  'attention',
]);

/**
 * Combines a follow-up with the questions before it: 'and the price?', 'what about Friday?'. From
 * earlier messages only the subject is taken, as found in the asker's own words; every fact is read
 * again. `earlier` are the asker's messages, newest last.
 */
export function withSubject(
  understood: Understanding,
  earlier: readonly Understanding[],
): Understanding {
  const before = earlier.at(-1);
  if (!before || !isFollowUp(understood)) return understood;
  const previous = withSubject(before, earlier.slice(0, -1));
  const own = pick(understood.concepts, subjects);
  const asked = pick(understood.concepts, aspects);
  const concepts = new Set(understood.concepts);
  if (own.length === 0) {
    const isPriced = means(understood, 'price', 'duration');
    for (const subject of pick(previous.concepts, subjects)) {
      // After a search for free times, the price is that of the service.
      if (!(isPriced && (subject === 'free' || subject === 'earliest'))) concepts.add(subject);
    }
    if (asked.length === 0)
      for (const aspect of pick(previous.concepts, aspects)) concepts.add(aspect);
  }
  return {
    ...understood,
    concepts,
    services: orBefore(understood.services, previous.services),
    vehicles: orBefore(understood.vehicles, previous.vehicles),
    people: orBefore(understood.people, previous.people),
    days: understood.days ?? previous.days,
    number: understood.number ?? previous.number,
  };
}

/**
 * Returns whether a question is short and incomplete: it refers to an earlier one, or names only a
 * day, a service or an aspect.
 */
function isFollowUp(understood: Understanding): boolean {
  if (understood.stems.length > 9) return false;
  if (
    /^\s*(and|or|so|then|but|what about|how about|also|ok(ay)?[ ,]+(and|so))\b/i.test(
      understood.text,
    )
  )
    return true;
  const own = pick(understood.concepts, subjects);
  const named =
    understood.services.length > 0 ||
    understood.vehicles.length > 0 ||
    understood.people.length > 0 ||
    understood.number !== null;
  if (
    own.length === 0 &&
    !named &&
    /\b(it|that|this|there|them|he|she|then)\b/i.test(understood.text)
  )
    return true;
  const says = own.length > 0 || pick(understood.concepts, aspects).length > 0;
  return !says && (named || understood.days !== null);
}

function pick(concepts: ReadonlySet<Concept>, of: ReadonlySet<Concept>): Concept[] {
  return [...concepts].filter((concept) => of.has(concept));
}

function orBefore<Thing>(now: readonly Thing[], before: readonly Thing[]): readonly Thing[] {
  return now.length > 0 ? now : before;
}
