import { makePerson, type Person } from '@curbwrench/testing/builders';
import { testMorning } from '@curbwrench/testing/start-app';
import {
  inParallel,
  unusedAddress,
  unusedEmail,
  type AttackedSite,
  type HostileRequest,
  type HostileResponse,
} from '../attacked-site.ts';
import { alterToken, makeRandomToken, type Guess } from './altered-tokens.ts';
import { describeResponse, findDifferences, findLimitProblems } from './compare-responses.ts';

/** The limits, stated here independently of the contract. */
const maxTriesPerIp = 60;
const maxEmailsPerRecipient = 5;
const maxEmailsPerIp = 30;

const password = 'a rubber mallet in the rain';
const newPerson = { firstName: 'Nora', lastName: 'Newcomer', password };

/** The endpoints that take a token from an account email, with the rest of their request body. */
const tokenEndpoints: readonly (readonly [path: string, details: object])[] = [
  ['/api/account/verify-email', {}],
  ['/api/account/reset-password', { password }],
  ['/api/account/cancel-email-change', {}],
  ['/api/invitations/read', {}],
  ['/api/invitations/accept', { account: newPerson }],
];

const post = (
  path: string,
  body: object,
  address = unusedAddress(),
  person?: Person,
): HostileRequest => ({ method: 'POST', path, body, address, ...(person && { person }) });

/**
 * Guesses the tokens of links in emails about accounts, uses each for a purpose other than its own, and uses one that
 * has expired. All get the same response. Requesting such an email does not reveal whether the email address has an
 * account, and the number of emails is limited both per recipient and per client IP address.
 */
export async function guessAccountLinks(site: AttackedSite): Promise<string[]> {
  await site.resetRateLimits();
  return [
    ...(await guessTokens(site)),
    ...(await guessFromOneAddress(site)),
    ...(await requestEmails(site)),
    ...(await countEmails(site)),
  ];
}

async function guessTokens(site: AttackedSite): Promise<string[]> {
  const [member, invited] = [unusedEmail(), unusedEmail()];
  const admin = await makePerson(site.app, 'admin');
  await site.send(post('/api/account/sign-up', { ...newPerson, email: member }));
  const verification = await readToken(site, member);
  await site.send(post('/api/account/verify-email', { token: verification }));
  await site.send(post('/api/account/forgot-password', { email: member }));
  const reset = await readToken(site, member);
  const invitation = { email: invited, role: 'mechanic' };
  await site.send(post('/api/invitations', invitation, unusedAddress(), admin));
  const invitationToken = await readToken(site, invited);
  /** The path of the endpoint that each token is for, and the token. */
  const tokens: readonly (readonly [path: string, token: string])[] = [
    ['/api/account/verify-email', verification],
    ['/api/account/reset-password', reset],
    ['/api/invitations', invitationToken],
  ];

  const problems: string[] = [];
  const tryAll = async (
    name: string,
    altersTokens: boolean,
    isAccepted: (issuedFor: string, path: string) => boolean,
  ) => {
    for (const [path, details] of tokenEndpoints) {
      const guesses: Guess[] = [
        { name: 'never existed', token: makeRandomToken() },
        ...(altersTokens ? alterToken(makeRandomToken()) : []),
        ...tokens.flatMap(([issuedFor, token]) => [
          // Spaces around a token are ignored.
          ...(altersTokens
            ? alterToken(token).filter((guess) => guess.token.trim() !== token)
            : []),
          ...(isAccepted(issuedFor, path)
            ? []
            : [{ name: `${name}, issued for ${issuedFor}`, token }]),
        ]),
      ];
      const requests = guesses.map((guess) => ({
        guess,
        request: post(path, { token: guess.token, ...details }),
      }));
      problems.push(...(await findDifferences(site, requests)));
    }
  };
  // Tokens meant for other endpoints, and the verification token, which has already been used.
  await tryAll(
    'for another endpoint or used',
    true,
    (issuedFor, path) => path.startsWith(issuedFor) && issuedFor !== '/api/account/verify-email',
  );
  site.setTime(new Date(testMorning.getTime() + 8 * 24 * 3_600_000));
  await tryAll('expired', false, () => false);
  site.setTime(testMorning);
  return problems;
}

async function readToken(site: AttackedSite, email: string): Promise<string> {
  await site.settle();
  const text = site.emails.findLast(({ to }) => to === email)?.text ?? '';
  const [, token] = /#token=([\w.-]+)/.exec(text) ?? [];
  if (token === undefined) throw new Error(`The last email to ${email} contains no link: ${text}`);
  return token;
}

async function guessFromOneAddress(site: AttackedSite): Promise<string[]> {
  const problems: string[] = [];
  for (const [path, details] of tokenEndpoints) {
    await site.resetRateLimits();
    const address = unusedAddress();
    const flood = Array.from({ length: maxTriesPerIp + 5 }, () =>
      post(path, { token: makeRandomToken(), ...details }, address),
    );
    problems.push(...(await findLimitProblems(site, path, flood, maxTriesPerIp)));
  }
  return problems;
}

/** The endpoints that send an email to an address that anyone can type. */
const emailEndpoints: readonly (readonly [path: string, details: object])[] = [
  ['/api/account/sign-up', newPerson],
  ['/api/account/resend-verification', {}],
  ['/api/account/forgot-password', {}],
];

/** Requests emails: the response must be the same whether the address belongs to a customer, an admin or nobody. */
async function requestEmails(site: AttackedSite): Promise<string[]> {
  await site.resetRateLimits();
  const customer = await makePerson(site.app, 'customer');
  const admin = await makePerson(site.app, 'admin');
  const problems: string[] = [];
  for (const [path, details] of emailEndpoints) {
    const responses: HostileResponse[] = [];
    for (const email of [unusedEmail(), customer.email, admin.email])
      responses.push(await site.send(post(path, { ...details, email })));
    const distinct = new Set(responses.map(describeResponse));
    if (distinct.size > 1)
      problems.push(`${path} reveals who has an account: ${[...distinct].join(' or ')}`);
  }
  return problems;
}

async function countEmails(site: AttackedSite): Promise<string[]> {
  const problems: string[] = [];
  for (const [path, details] of emailEndpoints) {
    await site.resetRateLimits();
    const email = (await makePerson(site.app, 'customer')).email;
    const before = site.emails.length;
    await inParallel(10, (index) =>
      site.send(post(path, { ...details, email: index % 2 ? email : email.toUpperCase() })),
    );
    await site.settle();
    const sent = site.emails.slice(before).filter(({ to }) => to === email).length;
    if (sent > maxEmailsPerRecipient) problems.push(`${path} sent ${sent} emails to one address`);

    await site.resetRateLimits();
    const address = unusedAddress();
    const flood = Array.from({ length: maxEmailsPerIp + 5 }, () =>
      post(path, { ...details, email: unusedEmail() }, address),
    );
    problems.push(...(await findLimitProblems(site, path, flood, maxEmailsPerIp)));
  }
  return problems;
}
