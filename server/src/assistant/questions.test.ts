import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAll, isGoodEnough, report, type Result } from '@curbwrench/testing/assistant/score';
import { makeAssistantWorld, type AssistantWorld } from '@curbwrench/testing/assistant/world';
import {
  furtherQuestions,
  sixtyQuestions,
} from '@curbwrench/testing/assistant/questions/all-questions';

/*
 * At least 90 % of sixty questions right, no answer from another person's records, no invented
 * fact. What is right is judged in testing/assistant, whose judge has a test of its own.
 */

let world: AssistantWorld;
let sixty: Result[];
let further: Result[];

beforeAll(async () => {
  world = await makeAssistantWorld();
  sixty = await askAll(world, sixtyQuestions);
  further = await askAll(world, furtherQuestions);
});
afterAll(() => world.stop());

test('at least 90 % of the sixty questions are answered as expected, with no leak and no invention', () => {
  expect(sixty).toHaveLength(60);
  expect(isGoodEnough(sixty), report(sixty, false)).toBe(true);
});

test('and of those beside them, held out until it was built', () => {
  expect(further.length).toBeGreaterThanOrEqual(80);
  expect(isGoodEnough(further), report(further, false)).toBe(true);
});

test('every role asks its share, and what cannot be known or may not be said is asked for too', () => {
  const asked = (role: string) =>
    sixtyQuestions.filter(({ asker }) => world.askers[asker].role === role).length;
  expect(asked('customer')).toBeLessThanOrEqual(30);
  for (const role of ['customer', 'mechanic', 'service_advisor', 'admin']) {
    expect([role, asked(role) >= 10]).toEqual([role, true]);
  }
  const kinds = sixtyQuestions.map(({ kind }) => [kind ?? 'answer'].flat());
  expect(kinds.filter((kind) => kind.includes('refusal')).length).toBeGreaterThanOrEqual(5);
  expect(kinds.filter((kind) => kind.includes('unknown')).length).toBeGreaterThanOrEqual(3);
});

test('what is expected of an answer is a whole phrase, and never a number alone', () => {
  for (const { message, expects = [], kind } of [...sixtyQuestions, ...furtherQuestions]) {
    const bare = expects
      .flat()
      .filter((phrase) => /^[\d\s.,:]+$/.test(phrase) || phrase.length < 4);
    expect([message, bare]).toEqual([message, []]);
    if (kind === undefined) expect([message, expects.length > 0]).toEqual([message, true]);
  }
});
