import { describe, expect, it } from 'vitest';
import { tokenIn } from './link-token.ts';

describe('tokenIn', () => {
  it('reads what a link in a message has behind its # @protection.browser-storage', () => {
    expect(tokenIn('token=abc.d-e_f')).toBe('abc.d-e_f');
    expect(tokenIn('token=12345678')).toBe('12345678');
  });

  it('finds none in anything else', () => {
    for (const hash of ['', 'token=', 'token', 'other', 'x&token=abc']) {
      expect(tokenIn(hash)).toBeUndefined();
    }
  });
});
