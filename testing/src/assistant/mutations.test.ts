import { addDays, displayDate, twelveHour } from '@curbwrench/contract/calendar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sixtyQuestions } from './questions/all-questions.ts';
import { askAll, isRight, judge, measureFor, type Measure, type Result } from './score.ts';
import { makeAssistantWorld, type AssistantWorld } from './world.ts';

/*
 * Every right answer with one fact of it made wrong must be judged wrong: the judge doesn't only know
 * the few wrong answers that somebody thought of.
 */

let world: AssistantWorld;
let right: Result[];
const measures = new Map<string, Measure>();

beforeAll(async () => {
  world = await makeAssistantWorld();
  // Those about free times are held against the slots of their day, which are not read here.
  right = (await askAll(world, sixtyQuestions)).filter(
    (result) => isRight(result) && !result.question.slots,
  );
  for (const { question } of right) {
    if (measures.has(question.asker)) continue;
    measures.set(question.asker, await measureFor(world, question.asker));
  }
});
afterAll(() => world.stop());

/** What is looked for in an answer, and what is put in its place. */
const mutations: readonly (readonly [string, RegExp, (fact: string) => string])[] = [
  ['an amount', /\$\d+\.\d{2}/g, (fact) => `$${(Number(fact.slice(1)) + 1).toFixed(2)}`],
  ['a day', /[A-Z][a-z]{2} \d{2}, \d{4}/g, (fact) => displayDate(addDays(isoOf(fact), 1))],
  [
    'a time',
    /\d{1,2}:\d{2} [AP]M/g,
    (fact) => (fact === twelveHour('10:00') ? '9:00 AM' : '10:00 AM'),
  ],
  ['a number', /(?<![\d#$:.,+] ?)\b\d{1,2}(?= [a-z])/g, (fact) => String(Number(fact) + 1)],
  ['an appointment', /#\d{4}/g, () => '#0003'],
  ['a percentage', /\d+%/g, (fact) => `${Number.parseInt(fact, 10) + 10}%`],
  [
    'a mechanic',
    /Diego Alvarez|Priya Nair/g,
    (fact) => (fact === 'Priya Nair' ? 'Diego Alvarez' : 'Priya Nair'),
  ],
  [
    'a customer',
    /Maya Chen|Oscar Brandt/g,
    (fact) => (fact === 'Maya Chen' ? 'Oscar Brandt' : 'Maya Chen'),
  ],
  ['somebody unknown', /Diego Alvarez|Priya Nair|Maya Chen|Oscar Brandt/g, () => 'Ruth Castle'],
  [
    'an address',
    /12 Elm Street|99 Hidden Lane/g,
    (fact) => (fact.startsWith('12') ? '99 Hidden Lane' : '12 Elm Street'),
  ],
  ['a plan', /Car Care|Fleet Care/g, (fact) => (fact === 'Car Care' ? 'Fleet Care' : 'Car Care')],
  ['a help text', /\. \(Help: /g, (fact) => `, then wait a day${fact}`],
];

test.each(mutations)('%s that is another one is found', (_, pattern, other) => {
  const mutants = right.flatMap(({ question, answer }) =>
    [...answer.matchAll(pattern)].map((match) => {
      const at = match.index;
      const mutant = answer.slice(0, at) + other(match[0]) + answer.slice(at + match[0].length);
      return { question, mutant };
    }),
  );
  expect(mutants.length).toBeGreaterThan(0);
  const missed = mutants.filter(({ question, mutant }) => {
    const measure = measures.get(question.asker);
    return measure && isRight(judge(question, mutant, measure));
  });
  expect(missed.map(({ question, mutant }) => `${question.message}: ${mutant}`)).toEqual([]);
});

function isoOf(written: string): string {
  return new Date(`${written} 12:00 UTC`).toISOString().slice(0, 10);
}
