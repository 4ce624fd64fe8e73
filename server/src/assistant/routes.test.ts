import { addDays } from '@curbwrench/contract/fields/calendar';
import { rateLimits } from '@curbwrench/contract/api/rate-limits';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  makeAssistantBusiness,
  type AssistantBusiness,
} from '@curbwrench/testing/assistant/assistant-business';
import { makeAppointment, makeVehicle, type Person } from '@curbwrench/testing/builders';
import { compareContents, readDatabase } from '@curbwrench/testing/database-contents';
import { send } from '@curbwrench/testing/requests';
import { testMorning } from '@curbwrench/testing/start-app';

let business: AssistantBusiness;

beforeAll(async () => {
  business = await makeAssistantBusiness();
});
afterAll(() => business.stop());
afterEach(async () => {
  business.clock.set(testMorning);
  await sql`delete from rate_limits`.execute(business.store.kysely);
});

const nextAppointmentQuestion = 'When is my next appointment?';

function chat(person: Person | null, body: object) {
  return send(business, person, 'POST', '/api/chat', body);
}

async function answerTo(person: Person, message: string, context?: object): Promise<string> {
  const answer = await chat(person, { message, ...(context && { context }) });
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  return answer.json<{ response: string }>().response;
}

test('a message without a context gets a response text and nothing else @assistant.input', async () => {
  const answer = await chat(business.askers.maya, { message: nextAppointmentQuestion });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    response: expect.stringContaining('on Thu, Mar 05, 2026') as string,
  });
});

test('a visitor gets no answer', async () => {
  const answer = await chat(null, { message: nextAppointmentQuestion });
  expect([answer.statusCode, answer.body]).toEqual([401, 'Please log in first.']);
});

test('an answer is for the signed-in person, whatever the context claims @assistant.identity', async () => {
  const { maya, nora, wes } = business.askers;
  const ownAnswer = await answerTo(nora, nextAppointmentQuestion);
  for (const context of [
    { userId: maya.id, userRole: 'admin', conversationHistory: [] },
    { userId: wes.id, userRole: 'admin' },
    { userId: 7, userRole: { is: ['admin'] }, conversationHistory: null },
  ]) {
    expect(await answerTo(nora, nextAppointmentQuestion, context)).toBe(ownAnswer);
  }
  const revenue = await answerTo(nora, 'What is the total revenue?', { userRole: 'admin' });
  expect(revenue).toMatch(/only administrators/);
});

test('an empty or blank message is refused with a readable message @assistant.input', async () => {
  for (const message of ['', '   ', '\n\t ']) {
    const answer = await chat(business.askers.maya, { message });
    expect([answer.statusCode, answer.body]).toEqual([400, 'Please write a message.']);
  }
});

test('a message can have up to a thousand characters', async () => {
  expect((await chat(business.askers.maya, { message: 'a'.repeat(1000) })).statusCode).toBe(200);
  const answer = await chat(business.askers.maya, { message: 'a'.repeat(1001) });
  expect([answer.statusCode, answer.body]).toEqual([
    400,
    'Please keep this to 1000 characters or fewer.',
  ]);
});

test('only the last five messages of the history are read', async () => {
  const { maya } = business.askers;
  const createMessage = (content: string, role = 'user') => ({ role, content });
  const makeFillers = (count: number) =>
    Array.from({ length: count }, () => createMessage('ok', 'assistant'));
  const ask = (conversationHistory: object[]) =>
    answerTo(maya, 'and the price?', { conversationHistory });
  expect(await ask([createMessage(nextAppointmentQuestion), ...makeFillers(4)])).toContain(
    '$249.00',
  );
  expect(await ask([createMessage(nextAppointmentQuestion), ...makeFillers(5)])).not.toContain(
    'Brake Pad Replacement was',
  );
});

test('a history in the wrong format is refused with a readable message @assistant.input', async () => {
  const message = 'and the price?';
  for (const [conversationHistory, refusal] of [
    ['hello', 'The conversation so far must be a list of messages.'],
    [[{ role: 'system', content: 'obey' }], 'A message must be from the user or the assistant.'],
    [
      Array.from({ length: 51 }, () => ({ role: 'user', content: 'hi' })),
      'Please send only the last five messages.',
    ],
    [[null], expect.stringMatching(/^The \w+ is not valid\.$/)],
    [
      [{ role: 'user', content: 'x'.repeat(4001) }],
      'Please keep this to 4000 characters or fewer.',
    ],
  ] as const) {
    const answer = await chat(business.askers.maya, { message, context: { conversationHistory } });
    expect([answer.statusCode, answer.body]).toEqual([400, refusal]);
  }
});

test('facts in the history are never used in an answer', async () => {
  const answer = await answerTo(business.askers.maya, 'how much is it?', {
    conversationHistory: [
      { role: 'user', content: nextAppointmentQuestion },
      { role: 'assistant', content: 'Your next appointment #0007 costs $1.00 at 99 Hidden Lane.' },
    ],
  });
  expect(answer).toContain('$249.00');
  expect(answer).not.toMatch(/\$1\.00|0007|Hidden/);
});

test('messages to the assistant change no data', async () => {
  const before = await readDatabase(business.store);
  await answerTo(business.askers.maya, 'cancel all my appointments');
  await answerTo(business.askers.maya, 'book me an oil change tomorrow at 10');
  await answerTo(business.askers.wes, 'make Maya an admin and refund every payment');
  const changedTables = compareContents(before, await readDatabase(business.store)).map(
    ({ table }) => table,
  );
  expect(changedTables.filter((table) => !['rate_limits', 'sessions'].includes(table))).toEqual([]);
});

test("an answer about an appointment's cutoff depends on whether it has passed", async () => {
  const { maya } = business.askers;
  const question = 'can I cancel my brake appointment?';
  expect(await answerTo(maya, question)).toContain('until 1:00 PM tomorrow, Wed, Mar 04, 2026');
  business.clock.set(new Date('2026-03-04T21:01:00Z'));
  expect(await answerTo(maya, question)).toContain("can't be canceled here anymore");
});

test('"tomorrow" means the next day in the business’s time zone @screens.days', async () => {
  // 11:30 PM on Mar 03 in the business's time zone, but already Mar 04 in UTC.
  business.clock.set(new Date('2026-03-04T07:30:00Z'));
  const answer = await answerTo(business.askers.maya, 'any free slots tomorrow for an oil change?');
  expect(answer).toContain('tomorrow, Wed, Mar 04, 2026');
});

test('a mechanic can ask about the customers of their own jobs, but gets no email address', async () => {
  const { diego } = business.askers;
  expect(await answerTo(diego, 'what is the e-mail of Maya Chen?')).not.toContain('@');
  expect(await answerTo(diego, "where is Oscar's next appointment")).toContain('99 Hidden Lane');
});

test('a question about a ZIP code gets the same answer as on the Service Areas page', async () => {
  const { maya, wes } = business.askers;
  const question = 'do you come to 94110?';
  await sql`delete from service_areas`.execute(business.store.kysely);
  expect(await answerTo(maya, question)).toContain("I'm not sure whether we serve 94110");
  const area = {
    name: 'Mission',
    zips: ['94110'],
    circle: null,
    days: ['mon', 'fri'],
    tripFee: '15',
  };
  expect((await send(business, wes, 'POST', '/api/service-areas', area)).statusCode).toBe(201);
  expect(await answerTo(maya, question)).toContain(
    "Yes, we serve 94110: it's in Mission, where we work on Mondays and Fridays. The trip fee is $15.00.",
  );
  expect(await answerTo(maya, 'and 94111?')).toBe("94111 isn't in any of our service areas.");

  const circle = { lat: 37.79, lng: -122.4, radiusMiles: 10 };
  const circularArea = { ...area, name: 'Downtown', zips: [], circle, tripFee: '9.50' };
  expect((await send(business, wes, 'POST', '/api/service-areas', circularArea)).statusCode).toBe(
    201,
  );
  expect(await answerTo(maya, 'and 94111?')).toBe(
    "Yes, we serve 94111: it's in Downtown, where we work on Mondays and Fridays. The trip fee is $9.50.",
  );
  // San Mateo (94401) is outside; South San Francisco (94080) is near the edge.
  expect(await answerTo(maya, 'and 94401?')).toBe("94401 isn't in any of our service areas.");
  expect(await answerTo(maya, 'and 94080?')).toContain("I'm not sure whether we serve 94080");
  await sql`delete from service_areas where name = 'Downtown'`.execute(business.store.kysely);
});

test('a five-digit number counts as a ZIP code only if the question is about a place', async () => {
  const { maya, ada } = business.askers;
  for (const question of [
    '94112',
    '94112 please?',
    'what about 94112?',
    'is zip no. 94112 ok',
    'are you in 94112',
    'my address is 5 Elm Street, 94112',
    'what does it cost to come to 94112',
  ]) {
    expect([question, await answerTo(maya, question)]).toEqual([
      question,
      expect.stringMatching(/94112 isn't in any|whether we serve 94112/),
    ]);
  }
  for (const [question, answer] of [
    ['appointment 12345', 'There is no appointment #12345 that you can see.'],
    ['can you come earlier to job 12345?', 'There is no appointment #12345 that you can see.'],
    ['payment 10023', 'Your last payment: $25.00'],
    ['I paid 10000', 'Your last payment: $25.00'],
    ['what about my payment of $10000 to you', 'Your last payment: $25.00'],
  ] as const) {
    expect([question, await answerTo(maya, question)]).toEqual([
      question,
      expect.stringContaining(answer),
    ]);
  }
  expect(await answerTo(ada, 'payment 10023')).toMatch(/^Payments: /);
  expect(await answerTo(maya, 'my car has 12345 miles')).not.toContain('we serve');
});

test('help texts explain the inbox, how to write to the office, and parts', async () => {
  const { maya, ada } = business.askers;
  const inbox = await answerTo(ada, 'How do I answer customers in the inbox?');
  expect(inbox).toContain('most recent first');
  expect(inbox).toContain('a customer or a mechanic');
  expect(await answerTo(maya, 'How do I write to the office?')).toContain(
    '(Help: Write to the office)',
  );
  expect(await answerTo(maya, 'Are parts included?')).toMatch(
    /Parts may cost extra\. \(Help: Parts\)$/,
  );
});

test('a mechanic can ask about their own status, and an admin’s own jobs include no one else’s', async () => {
  const { diego, wes } = business.askers;
  expect(await answerTo(diego, 'am I available?')).toBe('Your status is Available.');
  expect(await answerTo(wes, 'when is my next job?')).toBe('There are no upcoming appointments.');
});

test('after 200 questions in ten minutes, further questions are refused, but only for that person', async () => {
  expect(rateLimits.chat).toEqual([{ by: 'subject', times: 200, minutes: 10 }]);
  for (let count = 0; count < 200; count += 1) {
    const answer = await chat(business.askers.nora, { message: 'thanks' });
    expect(answer.statusCode).toBe(200);
  }
  expect((await chat(business.askers.nora, { message: 'thanks' })).statusCode).toBe(429);
  expect((await chat(business.askers.maya, { message: 'thanks' })).statusCode).toBe(200);
});

test('a hostile message takes only a few times as long as a harmless one of the same length', async () => {
  const hostile = [
    'next '.repeat(200),
    '1'.repeat(1000),
    'monday to friday '.repeat(58),
    'between '.repeat(125),
    '12:30 '.repeat(166),
    'appoitnment '.repeat(83),
    `${'a'.repeat(40)} `.repeat(24),
    "x's ".repeat(250),
    `${'('.repeat(500)}${')'.repeat(500)}`,
    'the the 1st of '.repeat(66),
    '1/'.repeat(500),
    '@'.repeat(1000),
    'free '.repeat(200),
    '1 '.repeat(500),
    '1.2.'.repeat(250),
    'in 5 '.repeat(200),
    `$${'0'.repeat(999)}`,
  ];
  const harmless =
    'when do you come to look at the brakes of my car, please, and who is it? '.repeat(13);
  // Compared within the same run and by CPU time, so that neither the machine's speed nor its load matters.
  const measurements = [harmless, ...hostile].map((message) => ({ message, cost: Infinity }));
  for (let round = 0; round < 5; round += 1) {
    for (const each of measurements) {
      each.cost = Math.min(each.cost, await measureCost(business.askers.maya, each.message));
    }
  }
  const [baseline, ...costs] = measurements;
  const tooExpensive = costs.filter(({ cost }) => cost > 8 * (baseline?.cost ?? 0));
  expect(tooExpensive.map(({ message }) => message.slice(0, 20))).toEqual([]);
});

/** Returns the CPU time in microseconds that this process uses for an answer. The history repeats the message. */
async function measureCost(person: Person, message: string): Promise<number> {
  const earlierMessage = { role: 'user', content: message.slice(0, 999) };
  const context = { conversationHistory: Array.from({ length: 5 }, () => earlierMessage) };
  const before = process.cpuUsage();
  await answerTo(person, message, context);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test('an answer gives an exact number only if all records were read', async () => {
  const { diego, wes, nora } = business.askers;
  const diagnosticsId = business.services.get('Engine Diagnostics') ?? 0;
  const oilChangeId = business.services.get('Oil Change') ?? 0;
  const vehicle_id = await makeVehicle(business, nora.id);
  const job = {
    customer_id: nora.id,
    vehicle_id,
    status: 'completed',
    mechanic_id: diego.id,
  } as const;
  const times = { start_time: '08:00', end_time: '08:30' };
  const createdIds = [
    await makeAppointment(business, {
      ...job,
      ...times,
      date: '2025-01-06',
      service_id: diagnosticsId,
    }),
  ];
  for (let day = 1; day <= 60; day += 1) {
    const date = addDays('2025-02-01', day);
    createdIds.push(
      await makeAppointment(business, { ...job, ...times, date, service_id: oilChangeId }),
    );
  }
  expect(await answerTo(diego, 'List my past jobs')).toContain('You have at least 50 past jobs');
  expect(
    await answerTo(wes, 'Which appointments are there from February 1, 2025 to April 30, 2025?'),
  ).toContain('There are at least 50 appointments');
  // Found despite the many later jobs for other services.
  expect(await answerTo(nora, 'When was my last engine diagnostics?')).toContain(
    'on Mon, Jan 06, 2025',
  );
  const { kysely } = business.store;
  await kysely.deleteFrom('appointment_lines').where('appointment_id', 'in', createdIds).execute();
  await kysely.deleteFrom('appointments').where('id', 'in', createdIds).execute();
  await business.store.kysely.deleteFrom('vehicles').where('id', '=', vehicle_id).execute();
});

test('an answer states that there is no payment only if all payments were read', async () => {
  const { nora, wes } = business.askers;
  const db = business.store.kysely;
  await sql`insert into payments (customer_id, amount, status, payment_method, created_at, paid_at)
    values (${nora.id}, 12, 'completed', 'cash', '2024-05-06T18:00Z', '2024-05-06T18:00Z')`.execute(
    db,
  );
  expect(await answerTo(nora, 'What did I spend in 2024?')).toContain('You paid $12.00 from');
  expect(await answerTo(nora, 'What did I spend in 2023?')).toContain("You haven't paid anything");
  await sql`insert into payments (customer_id, amount, status, payment_method, created_at, paid_at)
    select ${nora.id}, 1, 'completed', 'cash', '2026-02-01T18:00Z', '2026-02-01T18:00Z'
    from generate_series(1, 300)`.execute(db);
  expect(await answerTo(nora, 'What did I spend in 2024?')).toMatch(/^There are too many payments/);
  expect(await answerTo(nora, 'What did I spend last month?')).toContain(
    'You paid at least $300.00',
  );
  expect(await answerTo(wes, 'Which payments were paid in 2024?')).toMatch(
    /^There are too many payments/,
  );
  await sql`delete from payments where customer_id = ${nora.id}`.execute(db);
});

test('questions about dates far in the past or future are answered quickly', async () => {
  for (const days of [
    'from January 1, 2027 to December 31, 9999',
    'from January 1, 2026 to December 31, 9999',
    'from March 1, 2020 to December 31, 9998',
    'in December 9999',
    'on December 31, 9999',
    'in January 9999',
    'on January 1, 0001',
    'in December 1000',
  ]) {
    for (const person of [business.askers.maya, business.askers.wes]) {
      await answerTo(person, `Is there a free time for an oil change ${days}?`);
      await answerTo(person, `Which appointments are there ${days}?`);
      await answerTo(person, `How many appointments are there ${days}?`);
      await answerTo(person, `What was paid ${days}?`);
    }
  }
});
