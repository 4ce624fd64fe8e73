import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  findLeaks,
  readEverythingAs,
  collectSecrets,
  type Secrets,
} from '@curbwrench/testing/assistant/leaks';
import { questionsByRole } from '@curbwrench/testing/assistant/questions/all-questions';
import type { Asker, Question } from '@curbwrench/testing/assistant/questions/question';
import { makeAssistantWorld, type AssistantWorld } from '@curbwrench/testing/assistant/world';
import type { Person } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';

/*
 * Every question has one stored answer, in answers/. Check a changed answer against the records of
 * testing/assistant/world before storing it with `npx vitest run --project api questions -u`.
 */

const everyQuestion: readonly Question[] = Object.values(questionsByRole).flat();

let world: AssistantWorld;
let secrets: Secrets;

beforeAll(async () => {
  world = await makeAssistantWorld();
  secrets = await collectSecrets(world);
});
afterAll(() => world.stop());
afterEach(() => sql`delete from rate_limits`.execute(world.store.kysely));

/** Sends a question as this person, with a context that claims to be the admin. */
function ask(person: Person | null, { message, history = [] }: Question) {
  return send(world, person, 'POST', '/api/chat', {
    message,
    context: { userId: world.askers.wes.id, userRole: 'admin', conversationHistory: history },
  });
}

async function answerTo(person: Person, question: Question): Promise<string> {
  const answer = await ask(person, question);
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  return answer.json<{ response: string }>().response;
}

function formatQuestion(question: Question, answer: string): string {
  const { asker, message, history = [], knownWrong } = question;
  return [
    ...history.map(({ role, content }) => `  (before) ${role}: ${content}`),
    `${asker}: ${message}`,
    ...answer.split('\n').map((line) => `    ${line}`),
    ...(knownWrong === undefined ? [] : [`  KNOWN WRONG: ${knownWrong}`]),
    '',
  ].join('\n');
}

describe('every stored question gets its reviewed answer', () => {
  test.each(Object.entries(questionsByRole))('for a %s', async (role, questions) => {
    const formatted: string[] = [];
    for (const question of questions) {
      const person = world.askers[question.asker];
      expect([question.message, person.role]).toEqual([question.message, role]);
      formatted.push(formatQuestion(question, await answerTo(person, question)));
    }
    await expect(formatted.join('\n')).toMatchFileSnapshot(`answers/${role}.txt`);
  });
});

describe('no answer contains data that the asker may not read, whichever role’s question it is', () => {
  test.each<Asker>(['maya', 'nora', 'pia', 'diego', 'ada', 'wes'])('asked by %s', async (asker) => {
    const person = world.askers[asker];
    const readable = await readEverythingAs(world, person);
    const leaks: string[] = [];
    for (const question of everyQuestion) {
      const answer = await answerTo(person, question);
      const leakedTexts = findLeaks(answer, secrets, readable, question.message);
      if (leakedTexts.length > 0)
        leaks.push(`${question.message}: ${leakedTexts.join(', ')}\n${answer}`);
    }
    expect(leaks).toEqual([]);
  });
});

test('a visitor gets no answer, whatever they ask', async () => {
  for (const question of everyQuestion) {
    const answer = await ask(null, question);
    expect([answer.statusCode, answer.body]).toEqual([401, 'Please log in first.']);
  }
});
