import type { Concept } from './concepts.ts';
import { hasConcept, type ParsedQuestion } from './parsed-question.ts';

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
 * Friday?'. Takes only the subject from the earlier messages; facts are read from the records again. The `earlier`
 * messages are in chronological order.
 */
export function addEarlierSubject(
  question: ParsedQuestion,
  earlier: readonly ParsedQuestion[],
): ParsedQuestion {
  const previousMessage = earlier.at(-1);
  if (!previousMessage || !isFollowUp(question)) return question;
  const previousQuestion = addEarlierSubject(previousMessage, earlier.slice(0, -1));
  const ownSubjects = filterConcepts(question.concepts, subjects);
  const ownAspects = filterConcepts(question.concepts, aspects);
  const concepts = new Set(question.concepts);
  if (ownSubjects.length === 0) {
    const asksPriceOrDuration = hasConcept(question, 'price', 'duration');
    for (const subject of filterConcepts(previousQuestion.concepts, subjects)) {
      // After a question about available times, a question about the price is about the service.
      if (!(asksPriceOrDuration && (subject === 'free' || subject === 'earliest')))
        concepts.add(subject);
    }
    if (ownAspects.length === 0)
      for (const aspect of filterConcepts(previousQuestion.concepts, aspects)) concepts.add(aspect);
  }
  return {
    ...question,
    concepts,
    services: firstNonEmpty(question.services, previousQuestion.services),
    vehicles: firstNonEmpty(question.vehicles, previousQuestion.vehicles),
    people: firstNonEmpty(question.people, previousQuestion.people),
    days: question.days ?? previousQuestion.days,
    number: question.number ?? previousQuestion.number,
  };
}

/**
 * Returns whether a question is short and incomplete: it refers to an earlier question, or mentions a day or an item
 * without asking anything about it.
 */
function isFollowUp(question: ParsedQuestion): boolean {
  if (question.stems.length > maxFollowUpWords) return false;
  if (
    /^\s*(and|or|so|then|but|what about|how about|also|ok(ay)?[ ,]+(and|so))\b/i.test(question.text)
  )
    return true;
  const ownSubjects = filterConcepts(question.concepts, subjects);
  const namesItem =
    question.services.length > 0 ||
    question.vehicles.length > 0 ||
    question.people.length > 0 ||
    question.number !== null;
  if (
    ownSubjects.length === 0 &&
    !namesItem &&
    /\b(it|that|this|there|them|he|she|then)\b/i.test(question.text)
  )
    return true;
  const isComplete =
    ownSubjects.length > 0 || filterConcepts(question.concepts, aspects).length > 0;
  return !isComplete && (namesItem || question.days !== null);
}

function filterConcepts(concepts: ReadonlySet<Concept>, group: ReadonlySet<Concept>): Concept[] {
  return [...concepts].filter((concept) => group.has(concept));
}

/** Returns the current items or, if there are none, the earlier items. */
function firstNonEmpty<Item>(current: readonly Item[], earlier: readonly Item[]): readonly Item[] {
  return current.length > 0 ? current : earlier;
}
