import type { ServiceRow } from '../services/queries.ts';
import type { VehicleRow } from '../vehicles/queries.ts';
import type { Moment } from '../application/rules/business-time.ts';
import { conceptsIn, conceptWords, fillerWords, type Concept } from './concepts.ts';
import { helpWords } from './help/help.ts';
import { spokenDates, type DayRange } from './spoken-dates.ts';
import { nearestWord, stemOf, wordsOf } from './words.ts';

/** What a message was understood to be about. */
export interface Understanding {
  readonly text: string;
  /** Its words as stems, slips put right, without the words of a date. */
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
  /** Words of which nothing is known. */
  readonly strange: readonly string[];
}

/** The names that the asker's own records and the catalogue hold. */
export interface Names {
  readonly services: readonly ServiceRow[];
  readonly vehicles: readonly VehicleRow[];
  readonly people: readonly KnownPerson[];
}

/** Somebody whom the asker meets in their own records. */
export interface KnownPerson {
  readonly id: string;
  readonly name: string;
}

/** In so many characters a day is looked for: a heap of figures costs their number squared. */
const mostDated = 250;

/** Finds out what a message is about. Nothing in it is taken for a fact. */
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

/** Whether any of the concepts was meant. */
export function means(understood: Understanding, ...concepts: readonly Concept[]): boolean {
  return concepts.some((concept) => understood.concepts.has(concept));
}

/**
 * Words that are known to nobody as they were written, and not of a service that is meant: a name may
 * be a slip away from a known word. The first three, as stems.
 */
export function unknownWords({ text, services }: Understanding): string[] {
  const meant = new Set(services.flatMap(({ name }) => nameWords(name)));
  const isUnknown = (word: string) =>
    /^[a-z]{2,}$/.test(word) &&
    !commonWords.has(word) &&
    !meant.has(alternatives.get(word) ?? word);
  return wordsOf(text).map(stemOf).filter(isUnknown).slice(0, 3);
}

/** Whether it asks what would be charged: 'what will I pay for an oil change'. */
export function asksWhatIsCharged({ text, services }: Understanding): boolean {
  return (
    services.length > 0 && /\b(will?|would|do|shall|must|['’]d|['’]ll) (i|we) pay\b/i.test(text)
  );
}

/** Whether too much of it is unknown to be sure of the rest. */
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

/** Words that many services have in their names: alone they name none. */
const genericWords = new Set(
  'service change check replacement replace repair fix inspection job work test full pack'.split(
    ' ',
  ),
);

/** Every word that is known whoever asks. */
const commonWords = new Set([...conceptWords, ...fillerWords, ...genericWords, ...helpWords]);

/** Words of other matters that are a slip away from one that is known. */
const otherWords = new Set('weather cake lake wine mine tired party'.split(' '));

const noWords: ReadonlySet<string> = new Set();

function corrected(stem: string, own: ReadonlySet<string>): string {
  if (own.has(stem) || commonWords.has(stem) || otherWords.has(stem)) return stem;
  return nearestWord(stem, own) ?? nearestWord(stem, commonWords) ?? stem;
}

/** '#0042', '# 42', 'appointment 42' or 'number 42'. */
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
 * What the words name best: whoever has most of its own words among them. A generic word only helps
 * to choose between those that a word of their own has named.
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
