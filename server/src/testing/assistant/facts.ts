import { displayDate, twelveHour } from '@curbwrench/contract/calendar';
import type { Slot } from '@curbwrench/contract/slots';
import { sql } from 'kysely';
import { instantOf, localTime } from '../../domain/business-time.ts';
import type { Question } from '../../assistant/questions/question.ts';
import type { Person } from '../builders.ts';
import { read, send } from '../requests.ts';
import type { AssistantWorld } from './world.ts';

/**
 * Everything that this person may be told: the answers of every reading call they may make, as one
 * text in small letters, with its dates, times and amounts also as people write them.
 */
export async function readableBy(world: AssistantWorld, person: Person): Promise<string> {
  const texts: string[] = [];
  for (const url of readings) {
    const answer = await send(world, person, 'GET', url);
    if (answer.statusCode === 200) texts.push(answer.body);
  }
  return [...texts, ...texts.flatMap((text) => asWritten(world, text))].join('\n').toLowerCase();
}

const readings = [
  '/api/business',
  '/api/services',
  '/api/appointments?limit=100',
  '/api/appointments/counts',
  '/api/vehicles',
  '/api/payments',
  '/api/payments/summary',
  '/api/mechanics',
  '/api/users',
  '/api/admin/stats',
];

/** Facts in an answer that stand nowhere: not in what the asker may read, nor in the question. */
export function inventedFacts(answer: string, readable: string, question: Question): string[] {
  const expected = [...question.expects.flat(), ...(question.mentions ?? [])]
    .join('\n')
    .toLowerCase();
  const asked = question.message.toLowerCase();
  return factsIn(answer).filter((fact) => {
    const text = fact.toLowerCase();
    return !readable.includes(text) && !expected.includes(text) && !asked.includes(text);
  });
}

/** Dates, times, amounts, appointment numbers, telephone numbers, addresses and durations. */
function factsIn(answer: string): string[] {
  return (
    answer.match(
      /[A-Z][a-z]{2} \d{2}, \d{4}|\d{1,2}:\d{2} [AP]M|\$[\d,]+\.\d{2}|#\d{4,}|\+\d[\d ]{6,}\d|\S+@\S+|\d+ (?:minutes|hours|miles)/g,
    ) ?? []
  );
}

/** What the answer tells of people and things that the asker may not read. */
export async function leaksIn(
  world: AssistantWorld,
  answer: string,
  readable: string,
): Promise<string[]> {
  const { rows } = await sql<{ value: string | null }>`
    select unnest(array[last_name, email, phone, id]) as value from users
    union select unnest(array[make, model, plate_number, vin]) from vehicles
    union select unnest(array[address, notes]) from appointments
    union select transaction_id from payments
  `.execute(world.store.kysely);
  const text = answer.toLowerCase();
  return rows.flatMap(({ value }) => {
    const secret = value?.toLowerCase() ?? '';
    return secret.length > 2 && text.includes(secret) && !readable.includes(secret) ? [secret] : [];
  });
}

/** What an answer about free times says otherwise than GET /api/slots does. */
export async function wrongSlots(
  world: AssistantWorld,
  person: Person,
  answer: string,
  { date, service }: NonNullable<Question['slots']>,
): Promise<{ missing: string[]; invented: string[] }> {
  const id = world.services.get(service) ?? 0;
  const slots = await read<Slot[]>(world, person, `/api/slots?date=${date}&serviceId=${id}`);
  // '1:00 PM' stands in '11:00 PM' too.
  const said = new Set(answer.match(/\d{1,2}:\d{2} [AP]M/g));
  const wrong = (isFree: boolean) =>
    slots
      .filter(
        ({ startTime, available }) =>
          available === isFree && said.has(twelveHour(startTime)) !== isFree,
      )
      .map(({ startTime }) => startTime);
  return { missing: wrong(true), invented: wrong(false) };
}

/** A reply's values as an answer writes them. */
function asWritten({ business, clock }: AssistantWorld, text: string): string[] {
  const written: string[] = [displayDate(localTime(clock.now(), business.timeZone).date)];
  for (const [, date = ''] of text.matchAll(/"(\d{4}-\d{2}-\d{2})"/g))
    written.push(displayDate(date));
  for (const [, at = ''] of text.matchAll(/"(\d{4}-\d{2}-\d{2}T[\d:.]+Z)"/g)) {
    written.push(displayDate(localTime(new Date(at), business.timeZone).date));
  }
  for (const [, time = ''] of text.matchAll(/"(\d{2}:\d{2})"/g)) written.push(twelveHour(time));
  for (const [, money = ''] of text.matchAll(/"(\d+\.\d{2})"/g)) written.push(`$${money}`);
  for (const [, id = ''] of text.matchAll(/"id":(\d+)/g)) written.push(`#${id.padStart(4, '0')}`);
  for (const [, minutes = ''] of text.matchAll(/"duration":(\d+)/g))
    written.push(`${minutes} minutes`);
  for (const [, hours = ''] of text.matchAll(/"cancelUntilHours":(\d+)/g))
    written.push(`${hours} hours`);
  // The cut-off follows from the start and the terms kept with it (D4).
  const starts = /"date":"([\d-]+)","startTime":"([\d:]+)".*?"cancelUntilHours":(\d+)/g;
  for (const [, date = '', time = '', hours = ''] of text.matchAll(starts)) {
    const start = instantOf(date, time, business.timeZone).getTime();
    const until = localTime(new Date(start - Number(hours) * 3_600_000), business.timeZone);
    written.push(displayDate(until.date));
  }
  return written;
}
