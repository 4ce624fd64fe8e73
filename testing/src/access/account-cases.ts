import { sql } from 'kysely';
import { openSession, tokenIn } from '../builders.ts';
import type { AccessCase, CaseRequest, CaseObject } from './run-case.ts';
import { viewerPassword, type BusinessWithMarkers } from './business-with-markers.ts';

/** Opens another session for the owner, for requests that list or revoke sessions. */
async function makeOwnerSession(fixture: BusinessWithMarkers): Promise<CaseObject> {
  const { cookie } = await openSession(fixture, fixture.owner.id);
  const { rows } = await sql<{ id: string }>`
    select id from sessions where token = ${tokenIn(cookie)}`.execute(fixture.store.kysely);
  return { id: rows[0]?.id ?? '', selfId: fixture.owner.id };
}

/** Returns an email address that no other viewer uses. */
const unusedEmail = ({ viewer, viewerIndex, isRepeat }: CaseRequest) =>
  `${viewer.replaceAll(' ', '-')}-${viewerIndex}${isRepeat ? '-again' : ''}@new.example`;

const unknownToken = 'a-token-that-was-never-issued';
const password = 'correct horse battery';

/** The properties shared by the cases of public endpoints. */
const publicCase = { permission: 'public', allowedStatus: 204 } as const;

/** The properties shared by the cases of endpoints that require the password; the password sent here is wrong. */
const passwordRequired = {
  permission: 'account',
  allowedStatus: 400,
  body: () => ({ password: 'wrong' }),
} as const;

/** Sign-up, sign-in and a person's own account. */
export const accountCases: readonly AccessCase[] = [
  { name: 'sign-in options', endpoint: 'getSignInOptions', permission: 'public' },
  {
    ...publicCase,
    name: 'sign-up',
    endpoint: 'signUp',
    body: (_, caseRequest) => ({
      firstName: 'Nora',
      lastName: 'Newcomer',
      email: unusedEmail(caseRequest),
      password,
    }),
  },
  {
    ...publicCase,
    name: 'verification',
    endpoint: 'verifyEmail',
    allowedStatus: 410,
    body: () => ({ token: unknownToken }),
  },
  {
    ...publicCase,
    name: 'reminders: turn off by link',
    endpoint: 'unsubscribe',
    allowedStatus: 410,
    body: () => ({ token: unknownToken }),
  },
  {
    ...publicCase,
    name: 'email: cancel the change by link',
    endpoint: 'cancelEmailChangeByLink',
    allowedStatus: 410,
    body: () => ({ token: unknownToken }),
  },
  {
    ...publicCase,
    name: 'verification: resend',
    endpoint: 'resendVerification',
    body: () => ({ email: 'owner1mark@mail.example' }),
  },
  {
    ...publicCase,
    name: 'sign-in',
    endpoint: 'signIn',
    allowedStatus: 401,
    body: () => ({ email: 'owner1mark@mail.example', password: 'wrong' }),
  },
  {
    ...publicCase,
    name: 'sign-in: code',
    endpoint: 'signInWithCode',
    allowedStatus: 401,
    body: () => ({ code: '123456' }),
  },
  {
    ...publicCase,
    name: 'password: forgotten',
    endpoint: 'requestPasswordReset',
    body: () => ({ email: 'owner1mark@mail.example' }),
  },
  {
    ...publicCase,
    name: 'password: reset',
    endpoint: 'resetPassword',
    allowedStatus: 410,
    body: () => ({ token: unknownToken, password }),
  },
  {
    ...publicCase,
    name: 'first-time setup',
    endpoint: 'setUp',
    allowedStatus: 403,
    body: (_, caseRequest) => ({
      token: unknownToken,
      firstName: 'Nora',
      lastName: 'Newcomer',
      email: unusedEmail(caseRequest),
      password,
    }),
  },
  {
    ...publicCase,
    name: 'invitation: read',
    endpoint: 'readInvitation',
    allowedStatus: 410,
    body: () => ({ token: unknownToken }),
  },
  {
    ...publicCase,
    name: 'invitation: accept',
    endpoint: 'acceptInvitation',
    permission: 'invitations.accept',
    allowedStatus: 410,
    body: () => ({
      token: unknownToken,
      account: { firstName: 'Nora', lastName: 'Newcomer', password },
    }),
  },

  { name: 'account', endpoint: 'getAccount', permission: 'account' },
  {
    name: 'account: change',
    endpoint: 'changeAccount',
    permission: 'account',
    body: (_, { isRepeat }) => ({ firstName: isRepeat ? 'Nona' : 'Nora' }),
  },
  {
    ...passwordRequired,
    name: 'account: email',
    endpoint: 'changeEmail',
    body: (_, caseRequest) => ({ email: unusedEmail(caseRequest), password: 'wrong' }),
  },
  {
    name: 'account: cancel the email change',
    endpoint: 'cancelEmailChange',
    permission: 'account',
    allowedStatus: 204,
  },
  {
    ...passwordRequired,
    name: 'account: password',
    endpoint: 'changePassword',
    body: () => ({ current: 'wrong', password }),
  },
  { ...passwordRequired, name: 'account: deletion', endpoint: 'deleteAccount' },
  { ...passwordRequired, name: 'second factor: set up', endpoint: 'setUpTwoFactor' },
  {
    ...passwordRequired,
    name: 'second factor: turn off',
    endpoint: 'disableTwoFactor',
    allowedStatus: 409,
    body: () => ({ password, code: '123456' }),
  },
  {
    ...passwordRequired,
    name: 'second factor: confirm',
    endpoint: 'confirmTwoFactor',
    allowedStatus: 409,
    body: () => ({ code: '123456' }),
  },
  {
    name: 'sessions: list',
    endpoint: 'listSessions',
    permission: 'account',
    isList: true,
    make: makeOwnerSession,
  },
  {
    name: 'sessions: revoke one',
    endpoint: 'revokeSession',
    permission: 'account',
    make: makeOwnerSession,
    missingId: 'no-such-session',
    allowedStatus: 204,
    body: () => ({ password: viewerPassword }),
  },
  {
    name: 'sessions: revoke all others',
    endpoint: 'revokeOtherSessions',
    permission: 'account',
    allowedStatus: 204,
    body: () => ({ password: viewerPassword }),
  },
];
