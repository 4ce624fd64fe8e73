import { describe, expect, test } from 'vitest';
import { decideAcceptance, invitationMail, invitationRefusal } from './invitation.ts';
import type { PersonState } from '../../accounts/rules/roles.ts';

const owner: PersonState = { id: 'owner', role: 'customer', active: true, emailVerified: true };
const squatter: PersonState = { ...owner, id: 'squatter', emailVerified: false };

describe('inviting', () => {
  test('is allowed for an email address without an account, or with an account that never verified it', () => {
    expect(invitationRefusal('mechanic', null)).toBeNull();
    expect(invitationRefusal('mechanic', squatter)).toBeNull();
    expect(invitationRefusal('mechanic', { ...squatter, active: false })).toBeNull();
  });

  test('is allowed for a role that the person does not have', () => {
    expect(invitationRefusal('mechanic', owner)).toBeNull();
    expect(invitationRefusal('admin', { ...owner, role: 'admin' })?.refusal).toMatchObject({
      code: 'in_use',
      message: 'Someone with this address is already an admin.',
    });
  });

  test('is refused for a deactivated person', () => {
    expect(invitationRefusal('mechanic', { ...owner, active: false })?.refusal.code).toBe('in_use');
  });
});

describe('accepting an invitation', () => {
  const outcome = (...request: Parameters<typeof decideAcceptance>) => {
    const decided = decideAcceptance(...request);
    return decided.ok ? decided.value : decided.refusal.code;
  };

  test.each([
    ['no one has the address, with a new account', null, null, true, 'new_account'],
    ['no one has the address, without a new account', null, null, false, 'invalid_request'],
    ['someone else is signed in, with a new account', null, 'other', true, 'new_account'],
    ['someone else is signed in, without a new account', null, 'other', false, 'invalid_request'],
    ['its owner, signed in', owner, 'owner', false, 'give_role'],
    ['its owner, not signed in', owner, null, false, 'not_signed_in'],
    ['someone else, signed in', owner, 'other', false, 'not_allowed'],
    ['a password for an account that exists', owner, null, true, 'in_use'],
    ['a password for an account that is signed in', owner, 'owner', true, 'in_use'],
    ['a squatter holds the address', squatter, null, true, 'new_account'],
    ['a squatter holds it and is signed in', squatter, 'squatter', false, 'invalid_request'],
    ['a squatter is signed in, with a new account', squatter, 'squatter', true, 'new_account'],
  ] as const)('is decided by account and session: %s', (_, account, viewer, offers, expected) => {
    expect(outcome(account, viewer, offers)).toBe(expected);
  });
});

test('the email says who invites, for which role and until when, and contains the link', () => {
  const mail = invitationMail('Kerb & Co', {
    invitedBy: 'Ada Moss',
    role: 'service_advisor',
    link: 'https://kerb.example/invitation#token=abc',
    lastDate: '2026-03-10',
  });
  expect(mail.subject).toBe('Your invitation to Kerb & Co');
  expect(mail.text).toContain('Ada Moss invites you to join Kerb & Co as a service advisor.');
  expect(mail.text).toContain('\n\nhttps://kerb.example/invitation#token=abc\n\n');
  expect(mail.text).toContain('until Mar 10, 2026');
});
