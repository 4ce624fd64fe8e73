import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { SignInProblem } from '@curbwrench/contract/accounts/sign-in-navigation';
import { insertPerson, lockAddress } from '../changes/account-changes.ts';
import { stampOf } from '../queries/accounts.ts';
import {
  type Candidate,
  insertLink,
  keepProviderSession,
  lockIdentity,
  lockLinkedPerson,
  lockPersonByEmail,
} from '../changes/provider-identity-changes.ts';
import { keepAttempt, takeAttempt } from '../changes/sign-in-attempt-changes.ts';
import type { StampedAccount } from '../../application/rules/stamped-account.ts';
import type {
  ProvenIdentity,
  ProviderStep,
  SignInProvider,
} from '../../application/sign-in-provider-port.ts';
import { secureAccount } from './secure-account.ts';
import {
  done,
  runInTransaction,
  type Context,
  type Done,
  type Transaction,
} from '../../application/transaction.ts';

/** Time to sign in at the provider, including a forgotten password there. */
const attemptLastsMs = 15 * 60_000;

/** The outcome of a sign-in at a provider. */
export type ProviderSignIn =
  | {
      readonly ok: true;
      readonly person: StampedAccount;
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
 * Starts a sign-in at a provider for one browser, identified by a mark that only it sends. Returns the URL at
 * the provider. State, nonce and verifier are stored here and not in the browser, so that the response is
 * accepted once, whatever the browser does.
 */
export async function beginProviderSignIn(
  context: Context,
  provider: SignInProvider,
  from: { readonly mark: string; readonly returnTo: string },
): Promise<ProviderStep<string>> {
  const secrets = { state: secret(), nonce: secret(), verifier: secret() };
  const address = await provider.begin(secrets);
  if (!address.ok) return address;
  await keepAttempt(
    context.store.kysely,
    {
      hash: attemptHash(from.mark, secrets.state),
      provider: provider.id,
      nonce: secrets.nonce,
      verifier: secrets.verifier,
      returnTo: from.returnTo,
    },
    new Date(context.clock.now().getTime() + attemptLastsMs),
  );
  return address;
}

/**
 * Finishes a sign-in with the query with which the provider sent the browser back. The attempt is deleted
 * first: a state that is forged, missing, used, expired or another browser's finds none, and the provider is
 * not even contacted. Opens no session; the caller does that for `person`.
 */
export async function finishProviderSignIn(
  context: Context,
  provider: SignInProvider,
  answer: { readonly mark: string | null; readonly query: string; readonly passwords: boolean },
): Promise<ProviderSignIn> {
  const state = new URLSearchParams(answer.query).get('state');
  const attempt =
    state !== null && answer.mark !== null
      ? await takeAttempt(
          context.store.kysely,
          attemptHash(answer.mark, state),
          provider.id,
          context.clock.now(),
        )
      : null;
  if (state === null || attempt === null) {
    return { ok: false, problem: 'expired', reason: 'no such attempt', returnTo: '/' };
  }
  const { returnTo } = attempt;
  const proof = await provider.prove(answer.query, { ...attempt, state });
  if (!proof.ok) return { ...proof, returnTo };
  const person = await admit(context, proof.value, answer.passwords);
  return typeof person === 'string'
    ? { ok: false, problem: person, reason: 'not admitted', returnTo }
    : { ok: true, person, idToken: proof.value.idToken, returnTo };
}

/** Stores what signing out at the provider will need, with the opened session. */
export async function rememberProvider(
  context: Context,
  token: string,
  provider: SignInProvider,
  idToken: string,
): Promise<void> {
  await keepProviderSession(context.store.kysely, token, { provider: provider.id, idToken });
}

async function admit(
  context: Context,
  identity: ProvenIdentity,
  passwords: boolean,
): Promise<Admission> {
  const outcome = await runInTransaction(context, null, (trx) =>
    decideAdmission(trx, identity, passwords, context.clock.now()),
  );
  // Every refusal of this command is a value returned before anything is written.
  return outcome.ok ? outcome.value : 'unavailable';
}

type Admission = StampedAccount | SignInProblem;

/**
 * Returns whose identity this is: the person it is linked with; otherwise the one with the address that both
 * the provider and we have verified, who is then linked; otherwise a new customer. An address that one of the
 * two never verified links and creates no one: whoever typed it first could lie in wait for its owner. A
 * person with a second factor here is not linked as long as they can sign in with it by their password; once
 * linked, they sign in as the provider requires.
 */
async function decideAdmission(
  trx: Transaction,
  identity: ProvenIdentity,
  passwords: boolean,
  now: Date,
): Promise<Done<Admission>> {
  await lockIdentity(trx, identity);
  const linked = await lockLinkedPerson(trx, identity);
  if (linked) {
    return done<Admission>(linked.active ? await stampOf(trx, linked.id) : 'deactivated', []);
  }
  if (identity.verifiedEmail === null) return done<Admission>('email_unverified', []);

  const person = await personByEmail(trx, identity, identity.verifiedEmail, now);
  if (!person.verified) return done<Admission>('account_unverified', []);
  if (!person.active) return done<Admission>('deactivated', []);
  // Otherwise anyone who reads their mail could sign in through a provider without the second factor.
  if (person.twoFactor && passwords) return done<Admission>('second_factor', []);
  await insertLink(trx, { id: randomUUID(), userId: person.id, ...identity }, now);
  const stamp = await secureAccount(trx, person.id, 'all');
  return done<Admission>({ userId: person.id, stamp }, [
    { kind: 'user', subjectId: person.id, customerId: person.id },
  ]);
}

/** Returns the person with the address, or a new customer, unless someone signs up with it meanwhile. */
async function personByEmail(
  trx: Transaction,
  { firstName, lastName }: ProvenIdentity,
  email: string,
  now: Date,
): Promise<Candidate> {
  await lockAddress(trx, email);
  for (;;) {
    const known = await lockPersonByEmail(trx, email);
    if (known) return known;
    const id = randomUUID();
    const made = await insertPerson(
      trx,
      {
        id,
        firstName,
        lastName,
        email,
        emailVerified: true,
        phone: null,
        // Whatever the provider says about roles: staff join by invitation.
        role: 'customer',
        passwordHash: null,
      },
      now,
    );
    if (made) return { id, active: true, verified: true, twoFactor: false };
  }
}

/** 256 bits, as RFC 7636 asks of a verifier. */
function secret(): string {
  return randomBytes(32).toString('base64url');
}

function attemptHash(mark: string, state: string): string {
  return createHash('sha256').update(`${mark} ${state}`).digest('base64url');
}
