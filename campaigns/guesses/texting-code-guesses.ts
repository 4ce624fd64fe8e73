import { smsConsentVersion } from '@curbwrench/contract/texting/sms-consent';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import { testMorning } from '@curbwrench/testing/start-app';
import { sql } from 'kysely';
import { inParallel, unusedAddress, type AttackedSite } from '../attacked-site.ts';
import { changeCode } from '../verification-codes.ts';

/** The limits, stated here independently of the contract. */
const attemptsPerCode = 5;
const codesPerNumber = 3;
const codesPerNetworkAddress = 10;
const triesPerPerson = 30;

const notValid = 'This code is no longer valid. Please request a new one.';
let lastLineNumber = 2000;

/**
 * Guesses the codes that verify a customer's phone number, in parallel and from many addresses, and has codes sent to
 * one number by several customers. No code gets more than five tries, and no number gets more than three text messages
 * an hour.
 */
export async function guessTextingCodes(site: AttackedSite): Promise<string[]> {
  await site.resetRateLimits();
  return [
    ...(await guessInParallel(site)),
    ...(await guessCodeOfAnotherCustomer(site)),
    ...(await textOneNumber(site)),
    ...(await requestFromOneAddress(site)),
  ];
}

function unusedPhone(): { readonly phone: string; readonly number: string } {
  lastLineNumber += 1;
  return { phone: `(415) 555-${lastLineNumber}`, number: `+1415555${lastLineNumber}` };
}

async function makeCustomer(site: AttackedSite, phone: string): Promise<Person> {
  const person = await makePerson(site.app, 'customer');
  await sql`update people set phone = ${phone} where id = ${person.id}`.execute(
    site.app.store.kysely,
  );
  return person;
}

const requestCode = (site: AttackedSite, person: Person, address = unusedAddress()) =>
  site.send({
    method: 'POST',
    path: '/api/texting/code',
    body: { agreed: true, consentVersion: smsConsentVersion },
    address,
    person,
  });

const confirm = (site: AttackedSite, person: Person, code: string) =>
  site.send({
    method: 'POST',
    path: '/api/texting/confirm',
    body: { code },
    address: unusedAddress(),
    person,
  });

function readCode(site: AttackedSite, number: string): string {
  const text = site.texts.findLast(({ to }) => to === number);
  const [code] = /^\d{6}/.exec(text?.body ?? '') ?? [];
  if (code === undefined) throw new Error(`No code was sent to ${number}.`);
  return code;
}

/** Guesses each of the codes that a number can get in an hour. The last round also reaches the person's own limit. */
async function guessInParallel(site: AttackedSite): Promise<string[]> {
  const { phone, number } = unusedPhone();
  const person = await makeCustomer(site, phone);
  const problems: string[] = [];
  let passed = 0;
  for (let round = 0; round < codesPerNumber; round += 1) {
    const sent = await requestCode(site, person);
    if (sent.status !== 204) problems.push(`requesting a code gets ${sent.status} ${sent.body}`);
    const code = readCode(site, number);
    const guesses = await inParallel(15, (index) =>
      confirm(site, person, changeCode(code, index + 1)),
    );
    passed += guesses.filter(({ status }) => status !== 429).length;
    const compared = guesses.filter(
      ({ status, body }) => status !== 429 && body !== notValid,
    ).length;
    const reachesPersonLimit = round === codesPerNumber - 1;
    if (compared > attemptsPerCode || (!reachesPersonLimit && compared < attemptsPerCode))
      problems.push(`${compared} wrong texting codes were compared`);
    const right = await confirm(site, person, code);
    if (right.status === 200) problems.push('the right texting code works after too many tries');
  }
  if (passed > triesPerPerson) problems.push(`${passed} texting codes got past the limit`);
  return problems;
}

/** A code that was sent to one customer does not work for another customer, or after ten minutes. */
async function guessCodeOfAnotherCustomer(site: AttackedSite): Promise<string[]> {
  await site.resetRateLimits();
  const { phone, number } = unusedPhone();
  const [owner, other] = [await makeCustomer(site, phone), await makeCustomer(site, phone)];
  await requestCode(site, owner);
  const code = readCode(site, number);
  const withoutCode = await confirm(site, other, code);
  await requestCode(site, other);
  const withOwnCode = await confirm(site, other, code);
  site.setTime(new Date(testMorning.getTime() + 10 * 60_000));
  const tooLate = await confirm(site, owner, code);
  site.setTime(testMorning);
  return [withoutCode, withOwnCode, tooLate]
    .filter(({ status }) => status !== 400)
    .map(({ status, body }) => `another's or an expired texting code gets ${status} ${body}`);
}

/** Many customers claim the same number at the same time, from many networks. */
async function textOneNumber(site: AttackedSite): Promise<string[]> {
  await site.resetRateLimits();
  const { phone, number } = unusedPhone();
  const customers = await inParallel(12, () => makeCustomer(site, phone));
  await inParallel(24, (index) => requestCode(site, customers[index % customers.length] as Person));
  const sent = site.texts.filter(({ to }) => to === number).length;
  return sent === codesPerNumber ? [] : [`${sent} codes were sent to one number`];
}

async function requestFromOneAddress(site: AttackedSite): Promise<string[]> {
  await site.resetRateLimits();
  const address = unusedAddress();
  const before = site.texts.length;
  const customers = await inParallel(16, () => makeCustomer(site, unusedPhone().phone));
  await inParallel(16, (index) => requestCode(site, customers[index] as Person, address));
  const sent = site.texts.length - before;
  return sent === codesPerNetworkAddress
    ? []
    : [`${sent} codes were sent at the request of one network address`];
}
