import { makeTeam, makePerson } from '@curbwrench/testing/builders';
import { testMorning } from '@curbwrench/testing/start-app';
import { sql } from 'kysely';
import { inParallel, unusedAddress, unusedEmail, type AttackedSite } from '../attacked-site.ts';
import {
  book,
  changeCode,
  receiveCode,
  requestCode,
  type SentCode,
} from '../verification-codes.ts';
import { makeRandomToken } from './altered-tokens.ts';
import { describeResponse } from './compare-responses.ts';

/** The limits, stated here independently of the contract. */
const attemptsPerCode = 5;
const codesPerAddress = 3;
const triesFromOneAddress = 60;
const codeMinutes = 10;

const notValid = 'This code is no longer valid. Please request a new one.';

/**
 * Guesses verification codes in parallel, from one network address and from many, for email addresses that the business
 * knows and for others. Also uses codes with the token of another browser, after they expire and after they were used.
 * No code gets more than five tries, however they are sent, and no response reveals whether the business knows an
 * address.
 */
export async function guessVerificationCodes(site: AttackedSite): Promise<string[]> {
  await site.resetRateLimits();
  const { serviceId } = await makeTeam(site.app, 4);
  return [
    ...(await guessInParallel(site, serviceId)),
    ...(await guessAtKnownAddresses(site, serviceId)),
    ...(await misuseCodes(site, serviceId)),
    ...(await guessEveryCodeOfAnAddress(site, serviceId)),
    ...(await guessFromOneAddress(site, serviceId)),
  ];
}

/** Of many wrong codes sent in parallel, five are compared; after that, not even the right one works. */
async function guessInParallel(site: AttackedSite, serviceId: number): Promise<string[]> {
  const problems: string[] = [];
  for (const isOneAddress of [true, false]) {
    const email = unusedEmail();
    const { token, code } = await receiveCode(site, email);
    const shared = unusedAddress();
    const responses = await inParallel(40, (index) =>
      book(
        site,
        email,
        { token, code: changeCode(code, index + 1) },
        { serviceId, address: isOneAddress ? shared : unusedAddress() },
      ),
    );
    const compared = responses.filter(({ body }) => body !== notValid).length;
    const from = isOneAddress ? 'one address' : 'many addresses';
    if (compared !== attemptsPerCode)
      problems.push(`${compared} wrong codes from ${from} were compared`);
    const right = await book(site, email, { token, code }, { serviceId });
    if (right.body !== notValid) {
      problems.push(`after ${compared} wrong codes from ${from}, the right one gets ${right.body}`);
    }
  }
  return problems;
}

/** A series of guesses gets the same responses for the address of a customer, of staff and of a stranger. */
async function guessAtKnownAddresses(site: AttackedSite, serviceId: number): Promise<string[]> {
  const customer = await makePerson(site.app, 'customer');
  const admin = await makePerson(site.app, 'admin');
  const deactivated = await makePerson(site.app, 'customer');
  await sql`update accounts set active = false where id = ${deactivated.id}`.execute(
    site.app.store.kysely,
  );
  const transcripts: string[] = [];
  for (const email of [unusedEmail(), customer.email, admin.email, deactivated.email]) {
    const request = await requestCode(site, email);
    const { token } = JSON.parse(request.body) as SentCode;
    const responses = [describeResponse({ ...request, body: request.body.replace(token, '') })];
    for (let index = 0; index <= attemptsPerCode; index += 1) {
      const guess = await book(site, email, { token, code: '000000' }, { serviceId });
      responses.push(describeResponse(guess));
    }
    transcripts.push(JSON.stringify(responses));
  }
  const distinct = new Set(transcripts);
  return distinct.size === 1
    ? []
    : [`responses reveal whose address it is: ${[...distinct].join(' or ')}`];
}

/** A code works only with its own token and address, for ten minutes, and for one booking. */
async function misuseCodes(site: AttackedSite, serviceId: number): Promise<string[]> {
  const [victim, attacker] = [unusedEmail(), unusedEmail()];
  const stolen = await receiveCode(site, victim);
  const own = await receiveCode(site, attacker);
  const attempts: readonly (readonly [name: string, email: string, sentCode: SentCode])[] = [
    ['with another browser’s token', victim, { token: own.token, code: stolen.code }],
    ['with a made-up token', victim, { token: makeRandomToken(), code: stolen.code }],
    ['for another address', unusedEmail(), stolen],
    ['that was sent to the attacker, for the victim’s address', victim, own],
  ];
  const problems: string[] = [];
  for (const [name, email, sentCode] of attempts) {
    const { status, body } = await book(site, email, sentCode, { serviceId });
    if (status !== 400) problems.push(`a code ${name} gets ${status} ${body}`);
  }
  site.setTime(new Date(testMorning.getTime() + codeMinutes * 60_000));
  const late = await book(site, victim, stolen, { serviceId });
  if (late.body !== notValid) problems.push(`an expired code gets ${late.status} ${late.body}`);
  site.setTime(testMorning);

  const email = unusedEmail();
  const sentCode = await receiveCode(site, email);
  const first = await book(site, email, sentCode, { serviceId });
  const second = await book(site, email, sentCode, { serviceId, startTime: '14:00' });
  if (first.status !== 201) problems.push(`the right code gets ${first.status} ${first.body}`);
  if (second.status !== 400) problems.push(`a used code gets ${second.status} ${second.body}`);
  return problems;
}

/** Even from many networks, an email address gets fifteen tries an hour: three codes with five tries each. */
async function guessEveryCodeOfAnAddress(site: AttackedSite, serviceId: number): Promise<string[]> {
  const email = unusedEmail();
  const requests = await inParallel(30, () => requestCode(site, email));
  const tokens = requests
    .filter(({ status }) => status === 200)
    .map(({ body }) => (JSON.parse(body) as SentCode).token);
  const guesses = tokens.flatMap((token) => Array.from({ length: 10 }, () => token));
  const responses = await Promise.all(
    guesses.map((token, index) =>
      book(site, email, { token, code: changeCode('000000', index) }, { serviceId }),
    ),
  );
  const compared = responses.filter(({ body }) => body !== notValid).length;
  return compared === codesPerAddress * attemptsPerCode
    ? []
    : [`${tokens.length} codes to one address got ${compared} tries`];
}

async function guessFromOneAddress(site: AttackedSite, serviceId: number): Promise<string[]> {
  await site.resetRateLimits();
  const address = unusedAddress();
  const responses = await inParallel(triesFromOneAddress + 20, (index) =>
    book(
      site,
      unusedEmail(),
      { token: makeRandomToken(), code: changeCode('000000', index) },
      { serviceId, address },
    ),
  );
  const passed = responses.filter(({ status }) => status !== 429).length;
  return passed === triesFromOneAddress
    ? []
    : [`${passed} of ${responses.length} guesses from one address got past the limit`];
}
