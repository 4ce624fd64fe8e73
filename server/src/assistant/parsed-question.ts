import type { ServiceRow } from '../services/queries.ts';
import type { VehicleRow } from '../vehicles/queries.ts';
import type { CurrentTime } from '../application/rules/business-time.ts';
import { findConcepts, conceptWords, fillerWords, type Concept } from './concepts.ts';
import { helpWords } from './help/help.ts';
import { findDates, type DayRange } from './message-dates.ts';
import { findNearestWord, toStem, splitWords } from './words.ts';

/** What the assistant has recognized in a message. */
export interface ParsedQuestion {
  readonly text: string;
  /** The message's words as stems, with typos corrected and without the words of a date. */
  readonly stems: readonly string[];
  readonly concepts: ReadonlySet<Concept>;
  readonly services: readonly ServiceRow[];
  readonly vehicles: readonly VehicleRow[];
  readonly people: readonly KnownPerson[];
  readonly days: DayRange | null;
  /** The time of day that the message mentions, as `HH:MM`. */
  readonly time: string | null;
  /** The number of the appointment that the message mentions. */
  readonly number: number | null;
  /** The stems of the message's unknown words. */
  readonly unknownStems: readonly string[];
}

/** The records that a message may mention by name: all services, the asker's vehicles, and people they know. */
export interface KnownRecords {
  readonly services: readonly ServiceRow[];
  readonly vehicles: readonly VehicleRow[];
  readonly people: readonly KnownPerson[];
}

/** A person whom the asker may mention by name. */
export interface KnownPerson {
  readonly id: string;
  readonly name: string;
}

/** The maximum number of characters of a message that are read. */
const maxCharacters = 500;

/** The maximum number of characters searched for dates. If they contain many numbers, a search takes quadratic time. */
const maxDateCharacters = 250;

/** Determines what a message is about. Facts never come from the message, only from records. */
export function parseQuestion(
  message: string,
  known: KnownRecords,
  currentTime: CurrentTime,
): ParsedQuestion {
  const text = message.slice(0, maxCharacters);
  const { days, time, ...dates } = findDates(text.slice(0, maxDateCharacters), currentTime);
  const rest = dates.rest + text.slice(maxDateCharacters);
  const number = findAppointmentNumber(rest);
  const serviceWords = new Map(known.services.map((each) => [each, getNameStems(each.name)]));
  const vehicleWords = new Map(known.vehicles.map((each) => [each, getVehicleStems(each)]));
  const peopleWords = new Map(
    known.people.map((each) => [each, splitWords(each.name).map(toStem)] as const),
  );
  const recordWords = [serviceWords, vehicleWords, peopleWords].flatMap((words) => [
    ...words.values(),
  ]);
  const recordStems = new Set(recordWords.flat());
  const stems = splitWords(rest)
    .map(toStem)
    .map((stem) => canonicalStems.get(stem) ?? stem)
    .map((stem) => correctTypo(stem, recordStems));
  const { concepts, matchedIndexes } = findConcepts(stems);
  const services = findBestMatches(stems, serviceWords, genericWords);
  const vehicles = findBestMatches(stems, vehicleWords, noWords);
  const people = findBestMatches(stems, peopleWords, noWords);
  const namedStems = new Set([
    ...services.flatMap((each) => serviceWords.get(each) ?? []),
    ...vehicles.flatMap((each) => vehicleWords.get(each) ?? []),
    ...people.flatMap((each) => peopleWords.get(each) ?? []),
  ]);
  return {
    text,
    stems,
    concepts,
    services,
    vehicles,
    people,
    days,
    time,
    number,
    unknownStems: stems.filter(
      (stem, index) =>
        !matchedIndexes.has(index) &&
        !fillerWords.has(stem) &&
        !namedStems.has(stem) &&
        !genericWords.has(stem) &&
        !/^\d{1,5}$/.test(stem),
    ),
  };
}

/** Returns whether the message contains any of these concepts. */
export function hasConcept(question: ParsedQuestion, ...concepts: readonly Concept[]): boolean {
  return concepts.some((concept) => question.concepts.has(concept));
}

/**
 * Returns the stems of the first three words that are unknown and don't belong to the name of a service. Doesn't
 * correct typos, since a person's name may be one typo away from a known word, and the correction would hide the name.
 */
export function listUnknownWords({ text, services }: ParsedQuestion): string[] {
  const serviceStems = new Set(services.flatMap(({ name }) => getNameStems(name)));
  const isUnknown = (word: string) =>
    /^[a-z]{2,}$/.test(word) &&
    !commonWords.has(word) &&
    !serviceStems.has(canonicalStems.get(word) ?? word);
  return splitWords(text).map(toStem).filter(isUnknown).slice(0, 3);
}

/** Returns whether the message asks what would be charged, such as 'what will I pay for an oil change'. */
export function asksWhatIsCharged({ text, services }: ParsedQuestion): boolean {
  return (
    services.length > 0 && /\b(will?|would|do|shall|must|['’]d|['’]ll) (i|we) pay\b/i.test(text)
  );
}

/** Returns whether a third or more of the words are unknown, which makes the meaning of the others uncertain. */
export function hasTooManyUnknownWords({ unknownStems, stems }: ParsedQuestion): boolean {
  const significantStems = stems.filter((stem) => !fillerWords.has(stem));
  return unknownStems.length > 0 && unknownStems.length * 3 >= significantStems.length;
}

/** Synonyms and other spellings, each with the stem that replaces it. */
const canonicalStems = new Map([
  ['tyre', 'tire'],
  ['wheel', 'tire'],
  ['aircon', 'ac'],
  ['lube', 'oil'],
  ['colour', 'color'],
  ['hw', 'how'],
  ['fixing', 'fix'],
  ['repairing', 'repair'],
  ['replacing', 'replace'],
  ['changing', 'change'],
  ['changed', 'change'],
  ['replaced', 'replace'],
  ['wat', 'what'],
  ['payed', 'paid'],
  ['alltogether', 'altogether'],
  ['diagnosis', 'diagnostic'],
]);

/** Words that are part of many services' names, so that none of them identifies a service on its own. */
const genericWords = new Set(
  'service change check replacement replace repair fix inspection job work test full pack'.split(
    ' ',
  ),
);

/** All words that are known for every asker. */
const commonWords = new Set([...conceptWords, ...fillerWords, ...genericWords, ...helpWords]);

/** Words that are one typo away from a known word but must not be corrected. */
const uncorrectedWords = new Set('weather cake lake wine mine tired party'.split(' '));

const noWords: ReadonlySet<string> = new Set();

function correctTypo(stem: string, recordStems: ReadonlySet<string>): string {
  if (recordStems.has(stem) || commonWords.has(stem) || uncorrectedWords.has(stem)) return stem;
  return findNearestWord(stem, recordStems) ?? findNearestWord(stem, commonWords) ?? stem;
}

/** Returns the number in '#0042', '# 42', 'appointment 42' or 'number 42'; null if there is none. */
function findAppointmentNumber(text: string): number | null {
  const match =
    /#\s*(\d{1,9})\b/.exec(text) ??
    /\b(?:appointment|appt|booking|job|number|no\.?|id)\s+(?:no\.?\s+|number\s+|id\s+)?(\d{1,9})\b/i.exec(
      text,
    );
  return match ? Number(match[1]) : null;
}

function getNameStems(name: string): string[] {
  return splitWords(name.replaceAll('/', '')).map(toStem);
}

function getVehicleStems({ make, model, plate_number, type, year }: VehicleRow): string[] {
  return splitWords(`${make} ${model} ${type} ${plate_number ?? ''} ${year}`).map(toStem);
}

/**
 * Returns the items whose names have the most words in common with the stems, or several if they tie. A specific word
 * counts three times as much as a generic one. Generic words alone identify no item; they only decide between items
 * that share a specific word.
 */
function findBestMatches<Item>(
  stems: readonly string[],
  wordsByItem: ReadonlyMap<Item, readonly string[]>,
  genericStems: ReadonlySet<string>,
): Item[] {
  const stemSet = new Set(stems);
  const scoredItems = [...wordsByItem].map(([item, words]) => {
    const matches = new Set(words.filter((word) => stemSet.has(word)));
    const specificCount = [...matches].filter(
      (word) => !genericStems.has(word) && !fillerWords.has(word),
    ).length;
    const genericCount = matches.size - specificCount;
    return { item, score: specificCount === 0 ? 0 : specificCount * 3 + genericCount };
  });
  const bestScore = Math.max(0, ...scoredItems.map(({ score }) => score));
  if (bestScore === 0) return [];
  return scoredItems.filter(({ score }) => score === bestScore).map(({ item }) => item);
}
