import type { ServiceRow } from '../services/queries.ts';
import type { VehicleRow } from '../vehicles/queries.ts';
import type { Moment } from '../application/rules/business-time.ts';
import { conceptsIn, conceptWords, fillerWords, type Concept } from './concepts.ts';
import { helpWords } from './help/help.ts';
import { spokenDates, type DayRange } from './spoken-dates.ts';
import { nearestWord, stemOf, wordsOf } from './words.ts';

/** What a message was understood to mean. */
export interface Understanding {
  readonly text: string;
  /** Its words as stems, with typos corrected, without the words of a date. */
  readonly stems: readonly string[];
  readonly concepts: ReadonlySet<Concept>;
  readonly services: readonly ServiceRow[];
  readonly vehicles: readonly VehicleRow[];
  readonly people: readonly KnownPerson[];
  readonly days: DayRange | null;
  /** `HH:MM`. */
  readonly time: string | null;
  /** The appointment that it names by number. */
  readonly number: number | null;
  /** Unknown words. */
  readonly strange: readonly string[];
}

/** The names in the asker's own records and in the list of services. */
export interface Names {
  readonly services: readonly ServiceRow[];
  readonly vehicles: readonly VehicleRow[];
  readonly people: readonly KnownPerson[];
}

/** A person in the asker's own records. */
export interface KnownPerson {
  readonly id: string;
  readonly name: string;
}

/** How many characters are searched for a date: the time grows with the square of the numbers in them. */
const mostDated = 250;

/** Determines what a message is about. Nothing in it is taken as a fact. */
export function understand(message: string, names: Names, now: Moment): Understanding {
  const text = message.slice(0, 500);
  const { days, time, ...dated } = spokenDates(text.slice(0, mostDated), now);
  const rest = dated.rest + text.slice(mostDated);
  const number = numberIn(rest);
  const serviceWords = new Map(names.services.map((each) => [each, nameWords(each.name)]));
  const vehicleWords = new Map(names.vehicles.map((each) => [each, wordsOfVehicle(each)]));
  const peopleWords = new Map(
    names.people.map((each) => [each, wordsOf(each.name).map(stemOf)] as const),
  );
  const ownWords = [serviceWords, vehicleWords, peopleWords].flatMap((words) => [
    ...words.values(),
  ]);
  const own = new Set(ownWords.flat());
  const stems = wordsOf(rest)
    .map(stemOf)
    .map((stem) => alternatives.get(stem) ?? stem)
    .map((stem) => corrected(stem, own));
  const { concepts, explained } = conceptsIn(stems);
  const services = bestNamed(stems, serviceWords, genericWords);
  const vehicles = bestNamed(stems, vehicleWords, noWords);
  const people = bestNamed(stems, peopleWords, noWords);
  const named = new Set([
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
    strange: stems.filter(
      (stem, at) =>
        !explained.has(at) &&
        !fillerWords.has(stem) &&
        !named.has(stem) &&
        !genericWords.has(stem) &&
        !/^\d{1,5}$/.test(stem),
    ),
  };
}

/** Returns whether any of the concepts was meant. */
export function means(understood: Understanding, ...concepts: readonly Concept[]): boolean {
  return concepts.some((concept) => understood.concepts.has(concept));
}

/**
 * Returns the words that are unknown as they were written, and not of a service that is meant: a
 * name may be one typo away from a known word. The first three, as stems.
 */
export function unknownWords({ text, services }: Understanding): string[] {
  const meant = new Set(services.flatMap(({ name }) => nameWords(name)));
  const isUnknown = (word: string) =>
    /^[a-z]{2,}$/.test(word) &&
    !commonWords.has(word) &&
    !meant.has(alternatives.get(word) ?? word);
  return wordsOf(text).map(stemOf).filter(isUnknown).slice(0, 3);
}

/** Returns whether it asks what would be charged: 'what will I pay for an oil change'. */
export function asksWhatIsCharged({ text, services }: Understanding): boolean {
  return (
    services.length > 0 && /\b(will?|would|do|shall|must|['’]d|['’]ll) (i|we) pay\b/i.test(text)
  );
}

/** Returns whether too much of it is unknown to be sure of the rest. */
export function isTooStrange({ strange, stems }: Understanding): boolean {
  const telling = stems.filter((stem) => !fillerWords.has(stem));
  return strange.length > 0 && strange.length * 3 >= telling.length;
}

/** Other words for the same part of a car, and other spellings. */
const alternatives = new Map([
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

/** Words that many services have in their names: alone they identify none. */
const genericWords = new Set(
  'service change check replacement replace repair fix inspection job work test full pack'.split(
    ' ',
  ),
);

/** Every word that is known, whoever asks. */
const commonWords = new Set([...conceptWords, ...fillerWords, ...genericWords, ...helpWords]);

/** Words about other things that are one typo away from a known word. */
const otherWords = new Set('weather cake lake wine mine tired party'.split(' '));

const noWords: ReadonlySet<string> = new Set();

function corrected(stem: string, own: ReadonlySet<string>): string {
  if (own.has(stem) || commonWords.has(stem) || otherWords.has(stem)) return stem;
  return nearestWord(stem, own) ?? nearestWord(stem, commonWords) ?? stem;
}

/** Finds '#0042', '# 42', 'appointment 42' or 'number 42'. */
function numberIn(text: string): number | null {
  const match =
    /#\s*(\d{1,9})\b/.exec(text) ??
    /\b(?:appointment|appt|booking|job|number|no\.?|id)\s+(?:no\.?\s+|number\s+|id\s+)?(\d{1,9})\b/i.exec(
      text,
    );
  return match ? Number(match[1]) : null;
}

function nameWords(name: string): string[] {
  return wordsOf(name.replaceAll('/', '')).map(stemOf);
}

function wordsOfVehicle({ make, model, plate_number, type, year }: VehicleRow): string[] {
  return wordsOf(`${make} ${model} ${type} ${plate_number ?? ''} ${year}`).map(stemOf);
}

/**
 * Returns what the words name best: the things with most of their own words among them. A generic
 * word only helps to choose between those that a specific word has named.
 */
function bestNamed<Thing>(
  stems: readonly string[],
  words: ReadonlyMap<Thing, readonly string[]>,
  generic: ReadonlySet<string>,
): Thing[] {
  const said = new Set(stems);
  const scored = [...words].map(([thing, names]) => {
    const hits = new Set(names.filter((name) => said.has(name)));
    const own = [...hits].filter((name) => !generic.has(name) && !fillerWords.has(name)).length;
    return { thing, score: own === 0 ? 0 : own * 3 + (hits.size - own) };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return best === 0 ? [] : scored.filter(({ score }) => score === best).map(({ thing }) => thing);
}
