import type { Concept } from './concepts.ts';
import { hasConcept, type Understanding } from './understanding.ts';

/** Concepts that say what a question asks about its subject. */
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

/** Concepts that say what a question is about. */
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
  'stats',
  'customer',
  'mechanic',
  'attention',
]);

/**
 * Adds the subject of the asker's earlier messages to a follow-up question, such as 'and the price?' or
 * 'what about Friday?'. Only the subject is taken from them; facts are read from the records again.
 * `earlier` has the newest message last.
 */
export function addEarlierSubject(
  understood: Understanding,
  earlier: readonly Understanding[],
): Understanding {
  const before = earlier.at(-1);
  if (!before || !isFollowUp(understood)) return understood;
  const previous = addEarlierSubject(before, earlier.slice(0, -1));
  const own = filterConcepts(understood.concepts, subjects);
  const asked = filterConcepts(understood.concepts, aspects);
  const concepts = new Set(understood.concepts);
  if (own.length === 0) {
    const isPriced = hasConcept(understood, 'price', 'duration');
    for (const subject of filterConcepts(previous.concepts, subjects)) {
      // After a search for free times, the price is that of the service.
      if (!(isPriced && (subject === 'free' || subject === 'earliest'))) concepts.add(subject);
    }
    if (asked.length === 0)
      for (const aspect of filterConcepts(previous.concepts, aspects)) concepts.add(aspect);
  }
  return {
    ...understood,
    concepts,
    services: orEarlier(understood.services, previous.services),
    vehicles: orEarlier(understood.vehicles, previous.vehicles),
    people: orEarlier(understood.people, previous.people),
    days: understood.days ?? previous.days,
    number: understood.number ?? previous.number,
  };
}

/**
 * Returns whether a question is short and incomplete: it refers to an earlier one, or names a day or an
 * item without saying what is asked about it.
 */
function isFollowUp(understood: Understanding): boolean {
  if (understood.stems.length > 9) return false;
  if (
    /^\s*(and|or|so|then|but|what about|how about|also|ok(ay)?[ ,]+(and|so))\b/i.test(
      understood.text,
    )
  )
    return true;
  const own = filterConcepts(understood.concepts, subjects);
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
  const says = own.length > 0 || filterConcepts(understood.concepts, aspects).length > 0;
  return !says && (named || understood.days !== null);
}

function filterConcepts(concepts: ReadonlySet<Concept>, group: ReadonlySet<Concept>): Concept[] {
  return [...concepts].filter((concept) => group.has(concept));
}

function orEarlier<Item>(current: readonly Item[], earlier: readonly Item[]): readonly Item[] {
  return current.length > 0 ? current : earlier;
}
