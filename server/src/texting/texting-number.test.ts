import { expect, test } from 'vitest';
import { hashNumber, toTextingNumber } from './texting-number.ts';

test.each([
  ['(415) 555-2671', '+14155552671'],
  ['+1 415 555 2671', '+14155552671'],
  ['14155552671', '+14155552671'],
  ['+447400123456', '+447400123456'],
  ['(787) 555-2671', '+17875552671'],
])('%s can be texted @messages.sms-numbers', (phone, number) => {
  expect(toTextingNumber(phone)).toBe(number);
});

test.each([
  ['an extension', '(415) 555-2671 x12'],
  ['a number without an area code', '555-0132'],
  ['an area code that does not exist', '(115) 555-2671'],
  ['a toll-free number', '(800) 555-2671'],
  ['a landline in a country whose numbers show the type of line', '+442079460958'],
  ['a number with a trunk prefix', '+4407400123456'],
  ['no number', ''],
])('%s cannot be texted @messages.sms-numbers', (_, phone) => {
  expect(toTextingNumber(phone)).toBeNull();
});

test("a number's hash depends on the secret", () => {
  expect(hashNumber('a', '+14155552671')).not.toBe(hashNumber('b', '+14155552671'));
  expect(hashNumber('a', '+14155552671')).not.toContain('4155552671');
});
