import { describe, expect, it } from 'vitest';
import { isNewCallerOrNull, toNewCaller } from './new-caller.ts';

describe('a new caller', () => {
  it('starts with the entered phone number or name, whose last word is the last name @customers.new-caller', () => {
    expect(toNewCaller({ name: 'Rosa Delgado' })).toMatchObject({
      firstName: 'Rosa',
      lastName: 'Delgado',
    });
    expect(toNewCaller({ name: 'Ana  Maria Cruz' })).toMatchObject({
      firstName: 'Ana Maria',
      lastName: 'Cruz',
    });
    expect(toNewCaller({ name: 'Cher' })).toMatchObject({ firstName: 'Cher', lastName: '' });
    expect(toNewCaller({ phone: '415' })).toMatchObject({ phone: '415', firstName: '' });
  });

  it('is read from a draft only if it is complete', () => {
    expect(isNewCallerOrNull(null)).toBe(true);
    expect(isNewCallerOrNull(toNewCaller({ name: 'A B' }))).toBe(true);
    expect(isNewCallerOrNull({ firstName: 'A' })).toBe(false);
    expect(isNewCallerOrNull(undefined)).toBe(false);
  });
});
