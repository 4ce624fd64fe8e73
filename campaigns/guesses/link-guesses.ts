import { endpointAccess } from '@curbwrench/contract/api/endpoint-access';
import { endpoints, type EndpointName } from '@curbwrench/contract/api/endpoints';
import { makeLinkToken } from '@curbwrench/testing/appointment-links';
import { makeAppointment, makeTeam, makePerson } from '@curbwrench/testing/builders';
import { sql } from 'kysely';
import { unusedAddress, type AttackedSite, type HostileRequest } from '../attacked-site.ts';
import { alterToken, makeRandomToken, type Guess } from './altered-tokens.ts';
import { findDifferences, findLimitProblems } from './compare-responses.ts';

/** The number of changes by link that one address may make in ten minutes. */
const changesFromOneAddress = 300;

const endpointsByLink = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => endpointAccess[name] === 'links.use',
);

/** The fields that some requests need in addition to the token. */
const details: Partial<Record<EndpointName, object>> = {
  listRescheduleTimesByLink: { date: '2026-03-09' },
  rescheduleByLink: { date: '2026-03-09', startTime: '10:00' },
  cancelByLink: { reason: '' },
  reviewByLink: { rating: 1, text: 'Guessed.' },
  sendMessageByLink: { text: 'Guessed.', clientId: '6b0f5d4e-0000-4000-8000-000000000001' },
};

function byLink(
  endpoint: EndpointName,
  token: string,
  address: string,
  extraFields: object = {},
): HostileRequest {
  const body = { token, ...details[endpoint], ...extraFields };
  return { method: 'POST', path: endpoints[endpoint].path, body, address };
}

/**
 * Guesses the tokens of appointments' links: of links that work, and of links that were turned off, were replaced or
 * have expired. All get the same response from each endpoint, nothing is changed, and one address gets no more tries
 * than allowed.
 */
export async function guessLinks(site: AttackedSite): Promise<string[]> {
  const { serviceId } = await makeTeam(site.app, 2);
  const customer = await makePerson(site.app, 'customer');
  const advisor = await makePerson(site.app, 'service_advisor');
  const makeLink = async (date: string) => {
    const id = await makeAppointment(site.app, {
      date,
      customer_id: customer.id,
      service_id: serviceId,
    });
    return { id, token: await makeLinkToken(site.app, id, customer.id) };
  };
  const asAdvisor = (path: string) =>
    site.send({ method: 'POST', path, address: unusedAddress(), person: advisor });
  const working = await makeLink('2026-03-06');
  const turnedOff = await makeLink('2026-03-09');
  await asAdvisor(`/api/appointments/${turnedOff.id}/link/end`);
  const replaced = await makeLink('2026-03-10');
  await asAdvisor(`/api/appointments/${replaced.id}/link/renew`);
  const expired = await makeLink('2025-11-03');

  const guesses: Guess[] = [
    { name: 'never existed', token: makeRandomToken() },
    { name: 'turned off', token: turnedOff.token },
    { name: 'replaced', token: replaced.token },
    { name: 'expired', token: expired.token },
    { name: 'empty', token: '' },
    { name: 'the number of an appointment', token: String(working.id) },
    ...alterToken(makeRandomToken()),
    ...[working, turnedOff, replaced, expired].flatMap(({ token }) => alterToken(token)),
  ];
  // Every request by link looks up the link in the same way.
  const fewGuesses = [...guesses.slice(0, 6), ...alterToken(working.token).slice(0, 3)];
  const before = await readAppointments(site);
  const problems: string[] = [];
  for (const endpoint of endpointsByLink) {
    const tried = endpoint === 'readByLink' ? guesses : fewGuesses;
    const requests = tried.map((guess) => ({
      guess,
      // Any text is valid input here, so malformed tokens get the same response.
      request: byLink(endpoint, guess.token, unusedAddress()),
    }));
    problems.push(...(await findDifferences(site, requests)));
  }
  if ((await readAppointments(site)) !== before) problems.push('a guessed link changed something');
  problems.push(...(await readAnotherAppointment(site, working, await makeLink('2026-03-11'))));

  await site.resetRateLimits();
  const address = unusedAddress();
  const flood = Array.from({ length: changesFromOneAddress + 20 }, () =>
    byLink('cancelByLink', makeRandomToken(), address),
  );
  return [
    ...problems,
    ...(await findLimitProblems(site, 'cancelByLink', flood, changesFromOneAddress)),
  ];
}

/** A link gives access only to its own appointment, whatever other ids the request contains. */
async function readAnotherAppointment(
  site: AttackedSite,
  own: { readonly id: number; readonly token: string },
  other: { readonly id: number },
): Promise<string[]> {
  const otherIds = { id: other.id, appointmentId: other.id };
  const response = await site.send(byLink('readByLink', own.token, unusedAddress(), otherIds));
  const shown = (JSON.parse(response.body) as { id?: number }).id;
  return shown === own.id
    ? []
    : [`the link of appointment ${own.id} shows ${shown}: ${response.body}`];
}

/** Returns everything that the requests by link can change, as text. */
async function readAppointments(site: AttackedSite): Promise<string> {
  const { rows } = await sql<{ all: string }>`
    select jsonb_build_object(
      'appointments', (select jsonb_agg(a order by id) from appointments a),
      'links', (select jsonb_agg(l order by appointment_id) from appointment_links l),
      'messages', (select count(*) from messages),
      'reviews', (select count(*) from reviews))::text as all
  `.execute(site.app.store.kysely);
  return rows[0]?.all ?? '';
}
