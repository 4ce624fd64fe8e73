import { describe, expect, test } from 'vitest';
import { extractPhoneDigits, normalizePhone } from './phone-number.ts';

describe('a phone number', () => {
  test.each([
    ['5551234567', '(555) 123-4567'],
    ['555.123.4567', '(555) 123-4567'],
    ['+1 (555) 123-4567', '(555) 123-4567'],
    ['1-555-123-4567', '(555) 123-4567'],
    ['555-1234', '555-1234'],
    ['(555) 123-4567 ext. 12', '(555) 123-4567 x12'],
    ['+44 20 7946 0958', '+442079460958'],
  ])('%s is stored as %s @customers.phones', (input, stored) => {
    expect(normalizePhone(input)).toBe(stored);
    expect(normalizePhone(stored)).toBe(stored);
  });

  test.each(['', 'call me', '555-CALL-NOW', '12345', '0000000000', '1234567890123456', '+', '()'])(
    '%j is refused @customers.phones',
    (input) => {
      expect(normalizePhone(input)).toBeNull();
    },
  );

  test('is looked up by its digits, however it was typed', () => {
    expect(extractPhoneDigits('+1 (555) 123-4567')).toBe('5551234567');
    expect(extractPhoneDigits('555 12')).toBe('55512');
  });
});
