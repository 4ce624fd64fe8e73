import { describe, expect, test } from 'vitest';
import { findMergeProblems, mergeRecords, type MergeCandidate } from './merge-rules.ts';

const jane: MergeCandidate = {
  first_name: 'Jane',
  last_name: 'Doe',
  email: 'jane@doe.example',
  phone: '(555) 010-0001',
  other_phones: ['(555) 010-0002'],
  office_notes: 'Rings twice',
  addresses: ['1 Elm Street'],
  has_account: false,
  active: true,
  email_verified: false,
  email_verified_at: null,
  has_open_plan: false,
};
const janet: MergeCandidate = {
  ...jane,
  first_name: 'Janet',
  email: 'janet@doe.example',
  phone: '(555) 010-0002',
  other_phones: ['(555) 010-0003'],
  office_notes: 'Big dog',
  addresses: ['2 Oak Street', '1 Elm Street'],
};
const account = { has_account: true, email_verified: true };

describe('the merged record @customers.merge-record', () => {
  test('has the phone numbers, addresses and notes of both', () => {
    expect(mergeRecords(jane, janet)).toEqual({
      email: 'jane@doe.example',
      phones: ['(555) 010-0001', '(555) 010-0002', '(555) 010-0003'],
      addresses: ['1 Elm Street', '2 Oak Street'],
      notes: 'Rings twice\n\nBig dog\n\nFrom the merged record: Janet Doe, janet@doe.example',
    });
  });

  test("gets the other record's email address if it has none", () => {
    const merged = mergeRecords({ ...jane, email: null }, { ...janet, first_name: 'Jane' });
    expect(merged).toMatchObject({ email: 'janet@doe.example', notes: 'Rings twice\n\nBig dog' });
  });

  test('lists phone numbers beyond the maximum in its notes', () => {
    const numbers = ['1', '2', '3', '4'].map((end) => `(555) 020-000${end}`);
    const { phones, notes } = mergeRecords(jane, {
      ...jane,
      office_notes: null,
      other_phones: numbers,
    });
    expect(phones).toHaveLength(5);
    expect(notes).toBe('Rings twice\n\nFrom the merged record: (555) 020-0004');
  });

  test('has no notes if there is nothing to note', () => {
    const bare = { ...jane, office_notes: null };
    expect(mergeRecords(bare, bare).notes).toBeNull();
  });
});

describe('two customers can be merged', () => {
  test.each<[string, Partial<MergeCandidate>, Partial<MergeCandidate>, string[]]>([
    ['if neither has an account', {}, {}, []],
    ['if the one with an account is kept', account, {}, []],
    ['if only one is on a plan', {}, { has_open_plan: true }, []],
    [
      'but not if the one with an account would be removed',
      {},
      account,
      ['Janet Doe has an account, so keep their record instead.'],
    ],
    [
      'but not if both have an account',
      account,
      account,
      ['Jane Doe and Janet Doe both have an account.'],
    ],
    [
      'but not if both are on a plan',
      { has_open_plan: true },
      { has_open_plan: true },
      ['Jane Doe and Janet Doe are both on a plan. One of the plans must end first.'],
    ],
    [
      'but not into a deactivated account',
      { ...account, active: false },
      {},
      ["Jane Doe's account is deactivated. Reactivate it first."],
    ],
    [
      'but not into an account whose email address is not verified',
      { ...account, email_verified: false },
      {},
      ["Jane Doe hasn't verified their email address yet."],
    ],
    [
      'but not if the combined notes are too long',
      { office_notes: 'x'.repeat(4000) },
      {},
      ['The combined office notes are too long. Shorten them first.'],
    ],
  ])('%s @customers.merge-refused', (_title, kept, removed, problems) => {
    expect(findMergeProblems({ ...jane, ...kept }, { ...janet, ...removed })).toEqual(problems);
  });
});
