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
import {
  makeAssistantBusiness,
  type AssistantBusiness,
} from '@curbwrench/testing/assistant/assistant-business';
import type { Person } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';

/*
 * Every question has one stored answer, in answers/. Check a changed answer against the records in
 * testing/src/assistant/assistant-business.ts before storing it with `npx vitest run --project api questions -u`.
 */

const everyQuestion: readonly Question[] = Object.values(questionsByRole).flat();

let business: AssistantBusiness;
let secrets: Secrets;

beforeAll(async () => {
  business = await makeAssistantBusiness();
  secrets = await collectSecrets(business);
});
afterAll(() => business.stop());
afterEach(() => sql`delete from rate_limits`.execute(business.store.kysely));

/** Sends a question as this person, with a context that falsely claims that they are an admin. */
function ask(person: Person | null, { message, history = [] }: Question) {
  return send(business, person, 'POST', '/api/chat', {
    message,
    context: { userId: business.askers.wes.id, userRole: 'admin', conversationHistory: history },
  });
}

async function answerTo(person: Person, question: Question): Promise<string> {
  const answer = await ask(person, question);
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  return answer.json<{ response: string }>().response;
}

function formatQuestion(question: Question, answer: string): string {
  const { asker, message, history = [], knownFlaw } = question;
  return [
    ...history.map(({ role, content }) => `  (before) ${role}: ${content}`),
    `${asker}: ${message}`,
    ...answer.split('\n').map((line) => `    ${line}`),
    ...(knownFlaw === undefined ? [] : [`  KNOWN WRONG: ${knownFlaw}`]),
    '',
  ].join('\n');
}

describe('every stored question gets its reviewed answer', () => {
  test.each(Object.entries(questionsByRole))('asked by a %s', async (role, questions) => {
    const formattedQuestions: string[] = [];
    for (const question of questions) {
      const person = business.askers[question.asker];
      expect([question.message, person.role]).toEqual([question.message, role]);
      formattedQuestions.push(formatQuestion(question, await answerTo(person, question)));
    }
    await expect(formattedQuestions.join('\n')).toMatchFileSnapshot(`answers/${role}.txt`);
  });
});

describe('no answer contains data that the asker may not read, even to a question meant for another role', () => {
  test.each<Asker>(['maya', 'nora', 'pia', 'diego', 'ada', 'wes'])('asked by %s', async (asker) => {
    const person = business.askers[asker];
    const readable = await readEverythingAs(business, person);
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
