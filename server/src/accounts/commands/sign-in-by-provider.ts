import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { SignInProblem } from '@curbwrench/contract/accounts/sign-in-navigation';
import { insertPerson, lockEmailAddress } from '../changes/account-changes.ts';
import { getSecurityStamp } from '../queries/accounts.ts';
import {
  type LinkCandidate,
  insertLink,
  insertProviderSession,
  lockIdentity,
  lockLinkedPerson,
  lockLinkCandidate,
} from '../changes/provider-identity-changes.ts';
import { insertSignInAttempt, consumeSignInAttempt } from '../changes/sign-in-attempt-changes.ts';
import type { AccountContext } from '../../application/account-context.ts';
import type { AccountSecurityStamp } from '../../application/rules/account-security-stamp.ts';
import type {
  VerifiedIdentity,
  ProviderResult,
  SignInProvider,
} from '../../application/sign-in-provider-port.ts';
import { secureAccount } from './secure-account.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
  type Done,
  type Transaction,
} from '../../application/transaction.ts';

/** How long a person may take to sign in at the provider, perhaps resetting a password there. */
const attemptLifetimeMs = 15 * 60_000;

/** The outcome of a sign-in at a provider. */
export type ProviderSignIn =
  | {
      readonly ok: true;
      readonly person: AccountSecurityStamp;
      readonly idToken: string;
      readonly returnTo: string;
    }
  | {
      readonly ok: false;
      readonly problem: SignInProblem;
      /** For the log. */
      readonly reason: string;
      readonly returnTo: string;
    };

/**
 * Starts a sign-in at a provider for one browser, identified by the binding in its cookie. Returns the provider's
 * URL to open. State, nonce and verifier are stored here and not in the browser, so that the response is accepted
 * only once, no matter what the browser sends.
 */
export async function beginProviderSignIn(
  context: Context,
  provider: SignInProvider,
  from: { readonly binding: string; readonly returnTo: string },
): Promise<ProviderResult<string>> {
  const secrets = { state: randomSecret(), nonce: randomSecret(), verifier: randomSecret() };
  const authorizationUrl = await provider.begin(secrets);
  if (!authorizationUrl.ok) return authorizationUrl;
  await insertSignInAttempt(
    context.store.kysely,
    {
      hash: attemptHash(from.binding, secrets.state),
      provider: provider.id,
      nonce: secrets.nonce,
      verifier: secrets.verifier,
      returnTo: from.returnTo,
    },
    new Date(context.clock.now().getTime() + attemptLifetimeMs),
  );
  return authorizationUrl;
}

/**
 * Finishes a sign-in with the query string of the provider's redirect. The attempt is deleted first: a state
 * that is forged, missing, used, expired or from another browser matches no attempt, and the provider is not
 * even contacted. Opens no session; the caller opens one for `person`.
 */
export async function finishProviderSignIn(
  context: AdmissionContext,
  provider: SignInProvider,
  callback: {
    readonly binding: string | null;
    readonly query: string;
    readonly arePasswordsEnabled: boolean;
  },
): Promise<ProviderSignIn> {
  const state = new URLSearchParams(callback.query).get('state');
  const attempt =
    state !== null && callback.binding !== null
      ? await consumeSignInAttempt(
          context.store.kysely,
          attemptHash(callback.binding, state),
          provider.id,
          context.clock.now(),
        )
      : null;
  if (state === null || attempt === null) {
    return { ok: false, problem: 'expired', reason: 'no such attempt', returnTo: '/' };
  }
  const { returnTo } = attempt;
  const verified = await provider.verifyResponse(callback.query, { ...attempt, state });
  if (!verified.ok) return { ...verified, returnTo };
  const admission = await admit(context, verified.value, callback.arePasswordsEnabled);
  return typeof admission === 'string'
    ? { ok: false, problem: admission, reason: 'not admitted', returnTo }
    : { ok: true, person: admission, idToken: verified.value.idToken, returnTo };
}

/** Stores the ID token with the opened session; signing out at the provider requires it. */
export async function storeProviderSession(
  context: Context,
  token: string,
  provider: SignInProvider,
  idToken: string,
): Promise<void> {
  await insertProviderSession(context.store.kysely, token, { provider: provider.id, idToken });
}

/** Decides in one transaction which person an identity signs in. Returns that person, or why no one is signed in. */
async function admit(
  context: AdmissionContext,
  identity: VerifiedIdentity,
  arePasswordsEnabled: boolean,
): Promise<Admission> {
  const outcome = await runInTransaction(context, null, (trx) =>
    decideAdmission(trx, context, identity, arePasswordsEnabled),
  );
  // `decideAdmission` returns its refusals as values, so the transaction itself is never refused.
  return outcome.ok ? outcome.value : 'unavailable';
}

type Admission = AccountSecurityStamp | SignInProblem;

type AdmissionContext = Context & Pick<AccountContext, 'claimVisitorBookings'>;

/**
 * Returns the person whose identity this is, or why no one is signed in. It is the person to whom the identity is
 * linked; otherwise the person whose address both the provider and we have verified, who is then linked; otherwise a
 * new customer. An address that either of the two has not verified links no one and creates no account: an attacker
 * may have entered it and be waiting for its owner to sign in.
 *
 * A customer who is linked gets the bookings that they made with this address as a visitor.
 *
 * While passwords are enabled, a person with a second factor here is not linked. A person who is already linked needs
 * only the factors that the provider requires.
 */
async function decideAdmission(
  trx: Transaction,
  context: AdmissionContext,
  identity: VerifiedIdentity,
  arePasswordsEnabled: boolean,
): Promise<Done<Admission>> {
  const currentTime = getCurrentTime(context);
  const { now } = currentTime;
  await lockIdentity(trx, identity);
  const linkedPerson = await lockLinkedPerson(trx, identity);
  if (linkedPerson) {
    const { id, active } = linkedPerson;
    return done<Admission>(active ? await getSecurityStamp(trx, id) : 'deactivated', []);
  }
  if (identity.verifiedEmail === null) return done<Admission>('email_unverified', []);

  const person = await findOrInsertPerson(trx, identity, identity.verifiedEmail, now);
  if (!person.emailVerified) return done<Admission>('account_unverified', []);
  if (!person.active) return done<Admission>('deactivated', []);
  // Otherwise anyone with access to their mailbox could sign in through a provider without the second factor.
  if (person.twoFactor && arePasswordsEnabled) return done<Admission>('second_factor', []);
  await insertLink(trx, { id: randomUUID(), userId: person.id, ...identity }, now);
  const stamp = await secureAccount(trx, person.id, { keepSessions: 'all' });
  const claimEvents = await context.claimVisitorBookings(trx, person.id, currentTime);
  return done<Admission>({ userId: person.id, stamp }, [
    { kind: 'user', subjectId: person.id, customerId: person.id },
    ...claimEvents,
  ]);
}

/** Returns the person with the address, or inserts a new customer. */
async function findOrInsertPerson(
  trx: Transaction,
  { firstName, lastName }: VerifiedIdentity,
  email: string,
  now: Date,
): Promise<LinkCandidate> {
  await lockEmailAddress(trx, email);
  for (;;) {
    const candidate = await lockLinkCandidate(trx, email);
    if (candidate) return candidate;
    const id = randomUUID();
    const isInserted = await insertPerson(
      trx,
      {
        id,
        firstName,
        lastName,
        email,
        emailVerified: true,
        phone: null,
        // The provider's claims about roles are ignored: staff join by invitation.
        role: 'customer',
        passwordHash: null,
      },
      now,
    );
    if (isInserted) return { id, active: true, emailVerified: true, twoFactor: false };
  }
}

/** Returns 256 random bits, as RFC 7636 recommends for a verifier. */
function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

function attemptHash(binding: string, state: string): string {
  return createHash('sha256').update(`${binding} ${state}`).digest('base64url');
}
