import { testMorning } from '@curbwrench/testing/start-app';
import { inParallel, unusedAddress, unusedEmail, type AttackedSite } from '../attacked-site.ts';
import { requestCode } from '../verification-codes.ts';
import type { FloodOptions } from './flood.ts';
import { serveOthers } from './serve-others.ts';

/** The limits, stated here independently of the contract. */
const codesPerNetwork = 10;
const codesPerEmail = 3;
const codesPerDay = 200;

/**
 * Requests codes from one network with many addresses, for one email address from many networks, and for everyone from
 * everywhere. Exactly as many emails are sent as the limits allow, and one for each request that was accepted.
 */
export async function floodWithCodeRequests(
  site: AttackedSite,
  options: FloodOptions,
): Promise<string[]> {
  const network = unusedAddress().replace(/\d+$/, '');
  const victim = unusedEmail();
  return [
    ...(await flood(site, options, {
      name: 'one network',
      count: 60 * options.size,
      expected: codesPerNetwork,
      request: (index) => requestCode(site, unusedEmail(), `${network}${(index % 250) + 1}`),
    })),
    ...(await flood(site, options, {
      name: 'one email address',
      count: 40 * options.size,
      expected: codesPerEmail,
      // Spellings that differ only in case count as the same address.
      request: (index) => requestCode(site, index % 2 ? victim : victim.toUpperCase()),
    })),
    ...(await flood(site, options, {
      name: 'everywhere',
      count: codesPerDay + 40 * options.size,
      expected: codesPerDay,
      request: () => requestCode(site, unusedEmail()),
    })),
    ...(await requestOnTheNextDay(site)),
  ];
}

interface Flood {
  readonly name: string;
  readonly count: number;
  /** How many emails should be sent. */
  readonly expected: number;
  readonly request: (index: number) => ReturnType<typeof requestCode>;
}

async function flood(
  site: AttackedSite,
  { others }: FloodOptions,
  { name, count, expected, request }: Flood,
): Promise<string[]> {
  await site.resetRateLimits();
  await site.settle();
  const before = site.emails.length;
  const [responses, problems] = await Promise.all([
    inParallel(count, request),
    serveOthers(site, others),
  ]);
  await site.settle();
  const sent = site.emails
    .slice(before)
    .filter(({ subject }) => subject.endsWith('verification code')).length;
  const accepted = responses.filter(({ status }) => status === 200).length;
  const broken = responses.filter(
    ({ status }) => status !== 200 && status !== 409 && status !== 429,
  );
  return [
    ...problems,
    ...(sent === expected && accepted === expected
      ? []
      : [`from ${name}: ${accepted} of ${count} requests accepted and ${sent} codes sent`]),
    ...broken.map(({ status, body }) => `a request for a code from ${name} gets ${status} ${body}`),
  ];
}

/** After the day's codes are used up, none is sent until the next day. */
async function requestOnTheNextDay(site: AttackedSite): Promise<string[]> {
  const used = await requestCode(site, unusedEmail());
  site.setTime(new Date(testMorning.getTime() + 24 * 3_600_000));
  const next = await requestCode(site, unusedEmail());
  site.setTime(testMorning);
  return used.status === 409 && next.status === 200
    ? []
    : [`once all codes are used up: ${used.status}, and on the next day ${next.status}`];
}
