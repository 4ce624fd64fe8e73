import { sql } from 'kysely';
import { openSession, tokenIn } from '../builders.ts';
import type { AccessCase, CaseRequest, CaseObject } from './run-case.ts';
import { viewerPassword, type BusinessWithMarkers } from './business-with-markers.ts';

/** Opens another session for the owner, for calls that list or end sessions. */
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

/** The properties shared by the cases of public calls. */
const publicCall = { accessRow: 'public', allowedStatus: 204 } as const;

/** The properties shared by the cases of calls that require the password; the password sent here is wrong. */
const passwordRequired = {
  accessRow: 'account',
  allowedStatus: 400,
  body: () => ({ password: 'wrong' }),
} as const;

/** Sign-up, sign-in and a person's own account. */
export const accountCases: readonly AccessCase[] = [
  { name: 'sign-in options', call: 'getSignInOptions', accessRow: 'public' },
  {
    ...publicCall,
    name: 'sign-up',
    call: 'signUp',
    body: (_, caseRequest) => ({
      firstName: 'Nora',
      lastName: 'Newcomer',
      email: unusedEmail(caseRequest),
      password,
    }),
  },
  {
    ...publicCall,
    name: 'verification',
    call: 'verifyEmail',
    allowedStatus: 410,
    body: () => ({ token: unknownToken }),
  },
  {
    ...publicCall,
    name: 'reminders: turn off by link',
    call: 'unsubscribe',
    allowedStatus: 410,
    body: () => ({ token: unknownToken }),
  },
  {
    ...publicCall,
    name: 'email: cancel the change by link',
    call: 'cancelEmailChangeByLink',
    allowedStatus: 410,
    body: () => ({ token: unknownToken }),
  },
  {
    ...publicCall,
    name: 'verification: resend',
    call: 'resendVerification',
    body: () => ({ email: 'owner1mark@mail.example' }),
  },
  {
    ...publicCall,
    name: 'sign-in',
    call: 'signIn',
    allowedStatus: 401,
    body: () => ({ email: 'owner1mark@mail.example', password: 'wrong' }),
  },
  {
    ...publicCall,
    name: 'sign-in: code',
    call: 'signInWithCode',
    allowedStatus: 401,
    body: () => ({ code: '123456' }),
  },
  {
    ...publicCall,
    name: 'password: forgotten',
    call: 'requestPasswordReset',
    body: () => ({ email: 'owner1mark@mail.example' }),
  },
  {
    ...publicCall,
    name: 'password: reset',
    call: 'resetPassword',
    allowedStatus: 410,
    body: () => ({ token: unknownToken, password }),
  },
  {
    ...publicCall,
    name: 'first-time setup',
    call: 'setUp',
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
    ...publicCall,
    name: 'invitation: read',
    call: 'readInvitation',
    allowedStatus: 410,
    body: () => ({ token: unknownToken }),
  },
  {
    ...publicCall,
    name: 'invitation: accept',
    call: 'acceptInvitation',
    accessRow: 'invitations.accept',
    allowedStatus: 410,
    body: () => ({
      token: unknownToken,
      account: { firstName: 'Nora', lastName: 'Newcomer', password },
    }),
  },

  { name: 'account', call: 'getAccount', accessRow: 'account' },
  {
    name: 'account: change',
    call: 'changeAccount',
    accessRow: 'account',
    body: (_, { isRepeat }) => ({ firstName: isRepeat ? 'Nona' : 'Nora' }),
  },
  {
    ...passwordRequired,
    name: 'account: email',
    call: 'changeEmail',
    body: (_, caseRequest) => ({ email: unusedEmail(caseRequest), password: 'wrong' }),
  },
  {
    name: 'account: cancel the email change',
    call: 'cancelEmailChange',
    accessRow: 'account',
    allowedStatus: 204,
  },
  {
    ...passwordRequired,
    name: 'account: password',
    call: 'changePassword',
    body: () => ({ current: 'wrong', password }),
  },
  { ...passwordRequired, name: 'account: deletion', call: 'deleteAccount' },
  { ...passwordRequired, name: 'second factor: start', call: 'startTwoFactor' },
  {
    ...passwordRequired,
    name: 'second factor: stop',
    call: 'stopTwoFactor',
    allowedStatus: 409,
    body: () => ({ password, code: '123456' }),
  },
  {
    ...passwordRequired,
    name: 'second factor: confirm',
    call: 'confirmTwoFactor',
    allowedStatus: 409,
    body: () => ({ code: '123456' }),
  },
  {
    name: 'sessions: list',
    call: 'listSessions',
    accessRow: 'account',
    isList: true,
    make: makeOwnerSession,
  },
  {
    name: 'sessions: end one',
    call: 'revokeSession',
    accessRow: 'account',
    make: makeOwnerSession,
    missingId: 'no-such-session',
    allowedStatus: 204,
    body: () => ({ password: viewerPassword }),
  },
  {
    name: 'sessions: end the others',
    call: 'revokeOtherSessions',
    accessRow: 'account',
    allowedStatus: 204,
    body: () => ({ password: viewerPassword }),
  },
];
