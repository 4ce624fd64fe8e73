import { describe, expect, it } from 'vitest';
import { isNewCustomerOrNull, toNewCustomer } from './new-customer.ts';

describe('a new customer', () => {
  it('starts with the entered phone number or name, whose last word is the last name @customers.new-customer', () => {
    expect(toNewCustomer({ name: 'Rosa Delgado' })).toMatchObject({
      firstName: 'Rosa',
      lastName: 'Delgado',
    });
    expect(toNewCustomer({ name: 'Ana  Maria Cruz' })).toMatchObject({
      firstName: 'Ana Maria',
      lastName: 'Cruz',
    });
    expect(toNewCustomer({ name: 'Cher' })).toMatchObject({ firstName: 'Cher', lastName: '' });
    expect(toNewCustomer({ phone: '415' })).toMatchObject({ phone: '415', firstName: '' });
  });

  it('is read from a draft only if it is complete', () => {
    expect(isNewCustomerOrNull(null)).toBe(true);
    expect(isNewCustomerOrNull(toNewCustomer({ name: 'A B' }))).toBe(true);
    expect(isNewCustomerOrNull({ firstName: 'A' })).toBe(false);
    expect(isNewCustomerOrNull(undefined)).toBe(false);
  });
});
