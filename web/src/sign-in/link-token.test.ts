import { describe, expect, it } from 'vitest';
import { parseToken } from './link-token.ts';

describe('parseToken', () => {
  it('reads the token from the hash of an emailed link @protection.browser-storage', () => {
    expect(parseToken('token=abc.d-e_f')).toBe('abc.d-e_f');
    expect(parseToken('token=12345678')).toBe('12345678');
  });

  it('returns undefined for anything else', () => {
    for (const hash of ['', 'token=', 'token', 'other', 'x&token=abc']) {
      expect(parseToken(hash)).toBeUndefined();
    }
  });
});
