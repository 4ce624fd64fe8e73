import { roles } from '@curbwrench/contract/people/roles';
import { describe, expect, test } from 'vitest';
import {
  roleWithArticle,
  lastAdminRefusal,
  openJobsRefusal,
  mechanicWorkRefusal,
  roleChangeRefusal,
  type PersonState,
} from './roles.ts';

const person: PersonState = { id: 'p', role: 'customer', active: true, emailVerified: true };

describe('a change of role', () => {
  test('requires a verified address, unless the new role is customer', () => {
    const unverified = { ...person, emailVerified: false };
    for (const role of roles) {
      expect(roleChangeRefusal(role, person)).toBeNull();
      expect(roleChangeRefusal(role, unverified)?.refusal.code).toBe(
        role === 'customer' ? undefined : 'wrong_status',
      );
    }
  });

  test('requires an active person', () => {
    for (const role of roles) {
      expect(roleChangeRefusal(role, { ...person, active: false })?.refusal.code).toBe(
        'wrong_status',
      );
    }
  });
});

describe('a role cannot be taken from', () => {
  test('the last admin, but can be taken from any other admin', () => {
    expect(lastAdminRefusal(['p'], 'p')?.refusal.code).toBe('last_admin');
    expect(lastAdminRefusal(['p', 'q'], 'p')).toBeNull();
    expect(lastAdminRefusal(['q'], 'p')).toBeNull();
  });

  test('a mechanic with open jobs; the refusal states how many', () => {
    expect(openJobsRefusal([])).toBeNull();
    expect(openJobsRefusal([7])?.refusal).toEqual({
      code: 'open_jobs',
      message: 'This person still has an open job, #0007. Please assign it to someone else first.',
    });
    expect(openJobsRefusal([9, 7, 8])?.refusal.message).toBe(
      'This person still has 3 open jobs, starting with #0009. Please assign them to someone else first.',
    );
  });
});

test('only an active admin can also work as a mechanic', () => {
  for (const role of roles) {
    const code = mechanicWorkRefusal({ ...person, role })?.refusal.code;
    expect([role, code]).toEqual([role, role === 'admin' ? undefined : 'wrong_status']);
  }
  const deactivated = { ...person, role: 'admin' as const, active: false };
  expect(mechanicWorkRefusal(deactivated)?.refusal.code).toBe('wrong_status');
});

test('a role is named with its indefinite article', () => {
  expect(roles.map(roleWithArticle)).toEqual([
    'a customer',
    'a mechanic',
    'a service advisor',
    'an admin',
  ]);
});
