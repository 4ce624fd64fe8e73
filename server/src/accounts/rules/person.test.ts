import { roles } from '@curbwrench/contract/people/roles';
import { describe, expect, test } from 'vitest';
import {
  oneOf,
  whyAdminStays,
  whyMechanicStays,
  whyNoMechanicWork,
  whyNotGiven,
  type PersonState,
} from './person.ts';

const person: PersonState = { id: 'p', role: 'customer', active: true, emailVerified: true };

describe('a change of role', () => {
  test('requires a verified address, unless it is to customer', () => {
    const unproven = { ...person, emailVerified: false };
    for (const role of roles) {
      expect(whyNotGiven(role, person)).toBeNull();
      expect(whyNotGiven(role, unproven)?.refusal.code).toBe(
        role === 'customer' ? undefined : 'wrong_status',
      );
    }
  });

  test('requires an active person', () => {
    for (const role of roles) {
      expect(whyNotGiven(role, { ...person, active: false })?.refusal.code).toBe('wrong_status');
    }
  });
});

describe('the people who must stay are', () => {
  test('the last admin, and no other', () => {
    expect(whyAdminStays(['p'], 'p')?.refusal.code).toBe('last_admin');
    expect(whyAdminStays(['p', 'q'], 'p')).toBeNull();
    expect(whyAdminStays(['q'], 'p')).toBeNull();
  });

  test('a mechanic with open jobs, whose number is given', () => {
    expect(whyMechanicStays([])).toBeNull();
    expect(whyMechanicStays([7])?.refusal).toEqual({
      code: 'open_jobs',
      message: 'They still have an open job, #0007; please assign it to someone else first.',
    });
    expect(whyMechanicStays([9, 7, 8])?.refusal.message).toBe(
      'They still have 3 open jobs, #0009 the first; please assign them to someone else first.',
    );
  });
});

test('only an active admin can also work as a mechanic', () => {
  for (const role of roles) {
    const code = whyNoMechanicWork({ ...person, role })?.refusal.code;
    expect([role, code]).toEqual([role, role === 'admin' ? undefined : 'wrong_status']);
  }
  const gone = { ...person, role: 'admin' as const, active: false };
  expect(whyNoMechanicWork(gone)?.refusal.code).toBe('wrong_status');
});

test('roles are named with their article', () => {
  expect(roles.map(oneOf)).toEqual(['a customer', 'a mechanic', 'a service advisor', 'an admin']);
});
