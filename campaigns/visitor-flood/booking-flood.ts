import { makeTeam } from '@curbwrench/testing/builders';
import { CompiledQuery, sql } from 'kysely';
import {
  inParallel,
  unusedEmail,
  type AttackedSite,
  type HostileResponse,
} from '../attacked-site.ts';
import { book, receiveCode } from '../verification-codes.ts';
import { findDatabaseProblems } from '../contention/race-checks.ts';
import type { FloodOptions } from './flood.ts';
import { serveOthers } from './serve-others.ts';

/** The limit, stated here independently of the contract: open bookings of one person without an account. */
const maxOpenBookings = 2;

/**
 * Visitors book at the same time: one booking many times with one code; different bookings with one code; the same
 * start time for more visitors than there are mechanics; and one visitor more often than allowed. Each code is accepted
 * for one booking, no mechanic is double-booked, and other people are served.
 */
export async function floodWithBookings(
  site: AttackedSite,
  options: FloodOptions,
): Promise<string[]> {
  return [
    ...(await repeatOneBooking(site, options)),
    ...(await bookDifferentlyWithOneCode(site, options)),
    ...(await bookSameTime(site, options)),
    ...(await bookTooOften(site)),
    ...(await findDatabaseProblems(async <T>(text: string, values: readonly unknown[] = []) => {
      const { rows } = await site.app.store.kysely.executeQuery(
        CompiledQuery.raw(text, [...values]),
      );
      return rows as T[];
    })),
  ];
}

async function repeatOneBooking(site: AttackedSite, options: FloodOptions): Promise<string[]> {
  await site.resetRateLimits();
  const { serviceId } = await makeTeam(site.app, 4);
  const email = unusedEmail();
  const sentCode = await receiveCode(site, email);
  const [responses, problems] = await Promise.all([
    inParallel(20 * options.size, () => book(site, email, sentCode, { serviceId })),
    serveOthers(site, options.others),
  ]);
  const bookings = await countBookings(site, email);
  const distinctResponses = new Set(responses.map(({ status, body }) => `${status} ${body}`));
  return bookings === 1 && distinctResponses.size === 1
    ? problems
    : [
        ...problems,
        `one booking, sent many times, was booked ${bookings} times and got ${[...distinctResponses].join()}`,
      ];
}

async function bookDifferentlyWithOneCode(
  site: AttackedSite,
  options: FloodOptions,
): Promise<string[]> {
  await site.resetRateLimits();
  const { serviceId } = await makeTeam(site.app, 4);
  const email = unusedEmail();
  const sentCode = await receiveCode(site, email);
  const responses = await inParallel(8 * options.size, (index) =>
    book(site, email, sentCode, { serviceId, startTime: getStartTime(index % 8) }),
  );
  const bookings = await countBookings(site, email);
  // In a longer run, each booking is sent more than once.
  const accepted = countAccepted(responses);
  return bookings === 1 && accepted >= 1 && accepted <= options.size
    ? []
    : [
        `one code made ${bookings} bookings at different times, and ${accepted} requests were accepted`,
      ];
}

async function bookSameTime(site: AttackedSite, options: FloodOptions): Promise<string[]> {
  await site.resetRateLimits();
  const mechanics = 3;
  const { serviceId } = await makeTeam(site.app, mechanics);
  const visitors = await inParallel(12 * options.size, async () => {
    const email = unusedEmail();
    return { email, sentCode: await receiveCode(site, email) };
  });
  const [responses, problems] = await Promise.all([
    Promise.all(visitors.map(({ email, sentCode }) => book(site, email, sentCode, { serviceId }))),
    serveOthers(site, options.others),
  ]);
  const accepted = countAccepted(responses);
  const taken = responses.filter(({ status }) => status === 409).length;
  return accepted === mechanics && accepted + taken === visitors.length
    ? problems
    : [
        ...problems,
        `${accepted} of ${visitors.length} visitors booked the same time of ${mechanics} mechanics, and ${taken} got a 409`,
      ];
}

async function bookTooOften(site: AttackedSite): Promise<string[]> {
  await site.resetRateLimits();
  const { serviceId } = await makeTeam(site.app, 4);
  const email = unusedEmail();
  const sentCodes = [
    await receiveCode(site, email),
    await receiveCode(site, email),
    await receiveCode(site, email),
  ];
  const responses = await Promise.all(
    [0, 1].flatMap(() =>
      sentCodes.map((sentCode, index) =>
        book(site, email, sentCode, { serviceId, startTime: getStartTime(index) }),
      ),
    ),
  );
  const bookings = await countBookings(site, email);
  return bookings === maxOpenBookings
    ? []
    : [`${bookings} open bookings of one visitor: ${responses.map(({ status }) => status).join()}`];
}

/** Returns a start time of the day, an hour after that of the previous index. */
function getStartTime(index: number): string {
  return `${String(9 + index).padStart(2, '0')}:00`;
}

function countAccepted(responses: readonly HostileResponse[]): number {
  return responses.filter(({ status }) => status === 201).length;
}

async function countBookings(site: AttackedSite, email: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from appointments
    join people on people.id = customer_id where people.email = ${email}
  `.execute(site.app.store.kysely);
  return rows[0]?.count ?? 0;
}
