import { describe, expect, it } from 'vitest';
import { countSmsParts } from './sms-parts.ts';

describe('the number of parts of a text message', () => {
  it.each([
    ['160 plain characters', 'a'.repeat(160), 1],
    ['161 plain characters', 'a'.repeat(161), 2],
    ['306 plain characters', 'a'.repeat(306), 2],
    ['307 plain characters', 'a'.repeat(307), 3],
    ['159 plain characters and one that counts twice', `${'a'.repeat(159)}€`, 2],
    ['70 characters of another alphabet', 'ж'.repeat(70), 1],
    ['71 characters of another alphabet', 'ж'.repeat(71), 2],
    ['a curly quote among 71 characters', `${'a'.repeat(70)}’`, 2],
  ])('is correct for %s', (_name, text, parts) => {
    expect(countSmsParts(text)).toBe(parts);
  });
});
