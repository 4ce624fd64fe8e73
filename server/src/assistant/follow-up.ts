import type { Concept } from './concepts.ts';
import { hasConcept, type Understanding } from './understanding.ts';

/** The maximum number of words in a question that counts as a follow-up. */
const maxFollowUpWords = 9;

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
 * Adds the subject of the asker's earlier messages to a follow-up question, such as 'and the price?' or 'what about
 * Friday?'. Takes only the subject from the earlier messages; facts are read from the records again. `earlier` has the
 * newest message last.
 */
export function addEarlierSubject(
  understood: Understanding,
  earlier: readonly Understanding[],
): Understanding {
  const preceding = earlier.at(-1);
  if (!preceding || !isFollowUp(understood)) return understood;
  const previous = addEarlierSubject(preceding, earlier.slice(0, -1));
  const ownSubjects = filterConcepts(understood.concepts, subjects);
  const ownAspects = filterConcepts(understood.concepts, aspects);
  const concepts = new Set(understood.concepts);
  if (ownSubjects.length === 0) {
    const asksPriceOrDuration = hasConcept(understood, 'price', 'duration');
    for (const subject of filterConcepts(previous.concepts, subjects)) {
      // After a question about free times, a question about the price is about the service.
      if (!(asksPriceOrDuration && (subject === 'free' || subject === 'earliest')))
        concepts.add(subject);
    }
    if (ownAspects.length === 0)
      for (const aspect of filterConcepts(previous.concepts, aspects)) concepts.add(aspect);
  }
  return {
    ...understood,
    concepts,
    services: useEarlierIfEmpty(understood.services, previous.services),
    vehicles: useEarlierIfEmpty(understood.vehicles, previous.vehicles),
    people: useEarlierIfEmpty(understood.people, previous.people),
    days: understood.days ?? previous.days,
    number: understood.number ?? previous.number,
  };
}

/**
 * Returns whether a question is short and incomplete: it refers to an earlier question, or mentions a day or an item
 * without asking anything about it.
 */
function isFollowUp(understood: Understanding): boolean {
  if (understood.stems.length > maxFollowUpWords) return false;
  if (
    /^\s*(and|or|so|then|but|what about|how about|also|ok(ay)?[ ,]+(and|so))\b/i.test(
      understood.text,
    )
  )
    return true;
  const ownSubjects = filterConcepts(understood.concepts, subjects);
  const namesItem =
    understood.services.length > 0 ||
    understood.vehicles.length > 0 ||
    understood.people.length > 0 ||
    understood.number !== null;
  if (
    ownSubjects.length === 0 &&
    !namesItem &&
    /\b(it|that|this|there|them|he|she|then)\b/i.test(understood.text)
  )
    return true;
  const isComplete =
    ownSubjects.length > 0 || filterConcepts(understood.concepts, aspects).length > 0;
  return !isComplete && (namesItem || understood.days !== null);
}

function filterConcepts(concepts: ReadonlySet<Concept>, group: ReadonlySet<Concept>): Concept[] {
  return [...concepts].filter((concept) => group.has(concept));
}

/** Returns the current items or, if there are none, the earlier ones. */
function useEarlierIfEmpty<Item>(
  current: readonly Item[],
  earlier: readonly Item[],
): readonly Item[] {
  return current.length > 0 ? current : earlier;
}
