import type { NewCalendarFeed } from '@curbwrench/contract/calendar-feeds/schemas';
import { makeMechanic, makePerson, type Person } from '@curbwrench/testing/builders';
import { makeUnsubscribeToken } from '@curbwrench/testing/unsubscribe-links';
import { sql } from 'kysely';
import { unusedAddress, type AttackedSite, type HostileRequest } from '../attacked-site.ts';
import { alterToken, makeRandomToken, type Guess } from './altered-tokens.ts';
import { findDifferences, findLimitProblems, type GuessRequest } from './compare-responses.ts';

/** The limits, stated here independently of the contract. */
const feedsFromOneAddress = 300;
const unsubscribesFromOneAddress = 60;

/**
 * Guesses the addresses of calendar feeds: of feeds that work, and of feeds that were replaced or belong to someone
 * who can no longer sign in. All get the same response.
 */
export async function guessFeeds(site: AttackedSite): Promise<string[]> {
  const create = async (person: Person): Promise<NewCalendarFeed & { token: string }> => {
    const { status, body } = await site.send({
      method: 'POST',
      path: '/api/calendar-feeds',
      body: { mechanicId: person.id },
      address: unusedAddress(),
      person,
    });
    if (status !== 201) throw new Error(`There is no feed: ${body}`);
    const feed = JSON.parse(body) as NewCalendarFeed;
    return { ...feed, token: /([\w-]{43})\.ics$/.exec(feed.url)?.[1] ?? '' };
  };
  const [mechanic, deactivated] = [await makeMechanic(site.app), await makeMechanic(site.app)];
  const replaced = await create(mechanic);
  const working = await create(mechanic);
  const ofDeactivated = await create(deactivated);
  await sql`update accounts set active = false where id = ${deactivated.id}`.execute(
    site.app.store.kysely,
  );
  const read = (token: string, method: 'GET' | 'HEAD' = 'GET'): HostileRequest => ({
    method,
    path: `/calendar/${encodeURIComponent(token)}.ics`,
    address: unusedAddress(),
  });
  const found = await site.send(read(working.token));
  const problems = found.status === 200 ? [] : [`a feed gets ${found.status} ${found.body}`];
  const guesses = [
    { name: 'never existed', token: makeRandomToken() },
    { name: 'replaced', token: replaced.token },
    { name: 'of a deactivated mechanic', token: ofDeactivated.token },
    { name: 'the id of a mechanic', token: mechanic.id },
    ...[makeRandomToken(), working.token, replaced.token, ofDeactivated.token].flatMap(alterToken),
  ];
  for (const method of ['GET', 'HEAD'] as const) {
    const requests = guesses.map((guess) => ({ guess, request: read(guess.token, method) }));
    problems.push(...(await findDifferences(site, requests)));
  }
  await site.resetRateLimits();
  const address = unusedAddress();
  const flood = Array.from({ length: feedsFromOneAddress + 20 }, () => ({
    ...read(makeRandomToken()),
    address,
  }));
  return [
    ...problems,
    ...(await findLimitProblems(site, 'calendar feeds', flood, feedsFromOneAddress)),
  ];
}

/**
 * Forges links that turn off a person's reminders: altered ones, and ones that combine a person's id with another's
 * signature. Whether such a person exists makes no difference, and nobody's reminders are turned off.
 */
export async function guessUnsubscribeLinks(site: AttackedSite): Promise<string[]> {
  const [victim, other] = [
    await makePerson(site.app, 'customer'),
    await makePerson(site.app, 'customer'),
  ];
  const sign = (id: string) => makeUnsubscribeToken(site.app, id);
  const [, signature = ''] = sign(other.id).split('.');
  const encode = (id: string) => Buffer.from(id).toString('base64url');
  const forged: Guess[] = [
    { name: 'nobody', token: `${encode('nobody')}.${signature}` },
    { name: "another's signature", token: `${encode(victim.id)}.${signature}` },
    { name: 'no signature', token: encode(victim.id) },
    { name: 'an empty signature', token: `${encode(victim.id)}.` },
    {
      name: 'a signature with another secret',
      token: makeUnsubscribeToken({ authSecret: 'another secret' }, victim.id),
    },
    ...alterToken(sign('nobody')),
    ...alterToken(sign(victim.id)),
  ];
  const problems: string[] = [];
  const byEndpoint: GuessRequest[] = forged.map((guess) => ({
    guess,
    request: {
      method: 'POST',
      path: '/api/unsubscribe',
      body: { token: guess.token },
      address: unusedAddress(),
    },
  }));
  problems.push(...(await findDifferences(site, byEndpoint)));
  const byAddress: GuessRequest[] = forged.map((guess) => ({
    guess,
    request: {
      method: 'POST',
      path: `/unsubscribe/${encodeURIComponent(guess.token)}`,
      address: unusedAddress(),
    },
  }));
  problems.push(...(await findDifferences(site, byAddress)));
  const { rows } = await sql`
    select 1 from notification_preferences where person_id in (${victim.id}, ${other.id})
  `.execute(site.app.store.kysely);
  if (rows.length > 0) problems.push('a forged link turned off reminders');

  await site.resetRateLimits();
  const address = unusedAddress();
  const flood = Array.from({ length: unsubscribesFromOneAddress + 20 }, () => ({
    method: 'POST' as const,
    path: '/api/unsubscribe',
    body: { token: makeRandomToken() },
    address,
  }));
  return [
    ...problems,
    ...(await findLimitProblems(site, 'unsubscribe', flood, unsubscribesFromOneAddress)),
  ];
}
