import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  calendarDate,
  line,
  money,
  moneyInput,
  optionalLine,
  optionalText,
  pageLimit,
  personName,
  priceInput,
  rowId,
  rowIdText,
  text,
  timeOfDay,
  userId,
} from './schemas.ts';
import { toAmount, toCents, highestPrice } from './money.ts';

/** Returns the parsed value, or the message with which the field refuses it. */
function parse(field: z.ZodType, value: unknown): unknown {
  const result = field.safeParse(value);
  return result.success ? result.data : `refused: ${result.error.issues[0]?.message}`;
}

describe('text', () => {
  const field = text(10, 'Please say something.');

  test('is trimmed, and may contain any language, line breaks and tabs @interface.text', () => {
    expect(parse(field, '  a\tb\nc ')).toBe('a\tb\nc');
    expect(parse(field, 'Škoda 🚗')).toBe('Škoda 🚗');
    expect(parse(field, 'a\r\nb')).toBe('a\r\nb');
  });

  test('is refused when it is missing or blank', () => {
    for (const value of [undefined, null, '', ' ', '\n\t', 7, {}]) {
      expect(parse(field, value)).toBe('refused: Please say something.');
    }
  });

  test.each([
    ['NUL', '\u0000'],
    ['a bell', '\u0007'],
    ['an escape', '\u001b'],
    ['a vertical tab', '\u000b'],
    ['delete', '\u007f'],
    ['a lone high surrogate', '\ud800'],
    ['a lone low surrogate', '\udc00'],
    ['surrogates in the wrong order', '\udc00\ud800'],
  ])('refuses %s', (_, character) => {
    for (const value of [character, `a${character}`, `${character}b`, `a${character}b`]) {
      expect(parse(field, value)).toBe(
        "refused: This text contains characters that can't be saved.",
      );
    }
  });

  test('has a maximum length @interface.text', () => {
    expect(parse(field, 'x'.repeat(10))).toBe('x'.repeat(10));
    expect(parse(field, 'x'.repeat(11))).toBe(
      'refused: Please keep this to 10 characters or fewer.',
    );
  });

  test('that is optional is null when it is missing, null or blank', () => {
    for (const value of [undefined, null, '', '   '])
      expect(parse(optionalText(10), value)).toBeNull();
    expect(parse(optionalText(10), ' a ')).toBe('a');
    expect(parse(optionalText(10), 'a\u0000')).toMatch(/^refused/);
  });
});

describe('a line', () => {
  const field = line(10, 'Please say something.');

  test('is trimmed, and may contain any language', () => {
    expect(parse(field, ' \tŠkoda 🚗\n')).toBe('Škoda 🚗');
    expect(parse(field, 'a,b & <c>')).toBe('a,b & <c>');
    expect(parse(optionalLine(10), ' ')).toBeNull();
    expect(parse(optionalLine(10), 'a\nb')).toMatch(/^refused/);
  });

  test.each([
    ['a line break', '\n'],
    ['a carriage return', '\r'],
    ['a tab', '\t'],
    ['NUL', '\u0000'],
    ['a next line', '\u0085'],
    ['a line separator', '\u2028'],
    ['a paragraph separator', '\u2029'],
    ['a direction override', '\u202e'],
    ['a direction isolate', '\u2066'],
    ['a direction mark', '\u200f'],
    ['a zero-width space', '\u200b'],
    ['a zero-width joiner', '\u200d'],
    ['a byte order mark', '\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['a lone surrogate', '\ud800'],
  ])('refuses %s', (_, character) => {
    expect(parse(field, `a${character}b`)).toBe(
      "refused: This text contains characters that can't be saved.",
    );
  });
});

describe("a person's name", () => {
  const field = personName('Please enter a name');

  test.each([
    "O'Neill",
    'St. John',
    'J.R.',
    'Anne-Marie',
    'de la Cruz, Jr.',
    '渡辺',
    'Müller/Graf',
  ])('%s is accepted', (name) => expect(parse(field, name)).toBe(name));

  test.each([
    'http://evil.example',
    'Pay at https://evil.example now',
    'WWW.evil.example',
    'evil.example/pay',
    'see evil.example/',
    'javascript://x',
  ])('%s is refused as a web address', (name) => {
    expect(parse(field, name)).toBe("refused: A name can't contain a web address.");
  });
});

describe('money', () => {
  const field = moneyInput('no');

  test.each([
    [0, '0.00'],
    [-0, '0.00'],
    [89.95, '89.95'],
    [0.1 + 0.2, '0.30'],
    [1.1 * 3, '3.30'],
    ['7', '7.00'],
    ['7.5', '7.50'],
    [' 7.05 ', '7.05'],
    [99_999_999.99, '99999999.99'],
    ['99999999.99', '99999999.99'],
  ])('%s is stored as %s', (value, stored) => {
    expect(parse(field, value)).toBe(stored);
    expect(money.safeParse(stored).success).toBe(true);
  });

  test.each([
    -0.01,
    -1,
    0.001,
    0.005,
    1e8,
    1e21,
    Infinity,
    Number.NaN,
    '',
    ' ',
    '7.',
    '.5',
    '7.005',
    '-1',
    '+1',
    '1e3',
    '0x10',
    '1,50',
    '$5',
    '١',
    null,
    undefined,
    true,
    [],
    {},
  ])('%j is refused', (value) => {
    expect(parse(field, value)).toBe('refused: no');
  });

  test('for a price has a lower maximum, so that sums of prices fit', () => {
    const price = priceInput('Price', 'no');
    expect(parse(price, '9999999.99')).toBe('9999999.99');
    expect(money.safeParse(toAmount(2 * toCents(highestPrice))).success).toBe(true);
    for (const value of ['10000000', 10_000_000, '99999999.99', '999999999999', 1e21])
      expect(parse(price, value)).toBe('refused: Price must be 9,999,999.99 or less');
    for (const value of ['-1', '1.005', 1e-7]) expect(parse(price, value)).toBe('refused: no');
  });

  test('has two decimal places @payments.money', () => {
    for (const value of ['1', '1.5', '1.500', '-1.00', '1e2', ''])
      expect(money.safeParse(value).success).toBe(false);
  });
});

test('a row id is a positive integer that the database can hold @interface.numbers', () => {
  for (const value of [1, 2_147_483_647]) expect(parse(rowId(), value)).toBe(value);
  for (const value of [0, -1, 1.5, 2_147_483_648, 1e308, '1', null, Number.NaN])
    expect(parse(rowId(), value)).toMatch(/^refused/);
  for (const value of ['1', '2147483647']) expect(parse(rowIdText, value)).toBe(Number(value));
  for (const value of [
    '0',
    '01',
    '-1',
    '1.0',
    '1e3',
    '2147483648',
    '99999999999',
    '',
    ' 1',
    '１',
  ]) {
    expect(parse(rowIdText, value)).toBe('refused: That is not a valid number.');
  }
});

test('a user id has up to 64 letters, digits, hyphens and underscores', () => {
  for (const value of ['a', 'A-b_9', 'x'.repeat(64)]) expect(parse(userId(), value)).toBe(value);
  for (const value of ['', 'a b', "a'b", 'a\n', 'é', 'x'.repeat(65), 7, null])
    expect(parse(userId(), value)).toMatch(/^refused/);
});

test("an invalid date or time of day is refused with the form's message", () => {
  expect(parse(calendarDate(), '2026-02-30')).toBe('refused: Please select a date');
  expect(parse(calendarDate(), undefined)).toBe('refused: Please select a date');
  for (const wrong of ['1899-12-31', '2200-01-01', '9999-12-31', '10000-01-01', '+012026-01-01'])
    expect(parse(calendarDate(), wrong)).toBe('refused: Please select a date');
  for (const date of ['1900-01-01', '2199-12-31']) expect(parse(calendarDate(), date)).toBe(date);
  expect(parse(timeOfDay(), '24:00')).toBe('refused: Please select a time');
  expect(parse(timeOfDay(), '09:30')).toBe('09:30');
});

test('a page has from one to a hundred rows', () => {
  expect(['1', '100'].map((value) => parse(pageLimit, value))).toEqual([1, 100]);
  for (const value of ['0', '101', '-1', '1.5', '', 'all'])
    expect(parse(pageLimit, value)).toMatch(/^refused/);
});
