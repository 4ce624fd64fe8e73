import { describe, expect, test } from 'vitest';
import { decideAcceptance, invitationEmail, invitationRefusal } from './invitation.ts';
import type { PersonState } from '../../accounts/rules/roles.ts';

const accountHolder: PersonState = {
  id: 'owner',
  role: 'customer',
  active: true,
  emailVerified: true,
};
/** Someone who signed up with an address that is not theirs, and so never verified it. */
const squatter: PersonState = { ...accountHolder, id: 'squatter', emailVerified: false };

describe('inviting', () => {
  test('is allowed for an email address that no account has verified', () => {
    expect(invitationRefusal('mechanic', null)).toBeNull();
    expect(invitationRefusal('mechanic', squatter)).toBeNull();
    expect(invitationRefusal('mechanic', { ...squatter, active: false })).toBeNull();
  });

  test('is allowed only for a role that the person does not have', () => {
    expect(invitationRefusal('mechanic', accountHolder)).toBeNull();
    expect(invitationRefusal('admin', { ...accountHolder, role: 'admin' })?.refusal).toMatchObject({
      code: 'in_use',
      message: 'Someone with this address is already an admin.',
    });
  });

  test('is refused for a deactivated person', () => {
    expect(invitationRefusal('mechanic', { ...accountHolder, active: false })?.refusal.code).toBe(
      'in_use',
    );
  });
});

describe('accepting an invitation', () => {
  const outcome = (...request: Parameters<typeof decideAcceptance>) => {
    const decided = decideAcceptance(...request);
    return decided.ok ? decided.value : decided.refusal.code;
  };

  test.each([
    ['no account has the address; a new account is requested', null, null, true, 'new_account'],
    [
      'no account has the address; no new account is requested',
      null,
      null,
      false,
      'invalid_request',
    ],
    [
      'no account has the address, someone is signed in; a new account is requested',
      null,
      'other',
      true,
      'new_account',
    ],
    [
      'no account has the address, someone is signed in; no new account is requested',
      null,
      'other',
      false,
      'invalid_request',
    ],
    ["the account's owner is signed in", accountHolder, 'owner', false, 'grant_role'],
    [
      'no one is signed in to the account with the address',
      accountHolder,
      null,
      false,
      'not_signed_in',
    ],
    [
      "someone other than the account's owner is signed in",
      accountHolder,
      'other',
      false,
      'not_allowed',
    ],
    ['an account has the address; a new account is requested', accountHolder, null, true, 'in_use'],
    [
      "the account's owner is signed in; a new account is requested",
      accountHolder,
      'owner',
      true,
      'in_use',
    ],
    ['a squatter has the address; a new account is requested', squatter, null, true, 'new_account'],
    [
      'a squatter has the address and is signed in; no new account is requested',
      squatter,
      'squatter',
      false,
      'invalid_request',
    ],
    [
      'a squatter has the address and is signed in; a new account is requested',
      squatter,
      'squatter',
      true,
      'new_account',
    ],
  ] as const)('has the expected outcome if %s', (_, account, viewer, wantsNewAccount, expected) => {
    expect(outcome(account, viewer, wantsNewAccount)).toBe(expected);
  });
});

test('the email states the sender, the role and the last day, and contains the link', () => {
  const mail = invitationEmail('Curb & Co', {
    invitedBy: 'Ada Moss',
    role: 'service_advisor',
    link: 'https://curb.example/invitation#token=abc',
    lastDate: '2026-03-10',
  });
  expect(mail.subject).toBe('Your invitation to Curb & Co');
  expect(mail.text).toContain('Ada Moss has invited you to join Curb & Co as a service advisor.');
  expect(mail.text).toContain('\n\nhttps://curb.example/invitation#token=abc\n\n');
  expect(mail.text).toContain('expires after Tue, Mar 10, 2026');
});
