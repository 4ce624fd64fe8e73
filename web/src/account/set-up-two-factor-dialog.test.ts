import { expect, it } from 'vitest';
import { formatSecret } from './set-up-two-factor-dialog.tsx';

it('the secret is shown in groups that are easy to type', () => {
  const uri = 'otpauth://totp/Curbwrench:dana%40example.com?secret=ABCDEFGHIJ&issuer=Curbwrench';
  expect(formatSecret(uri)).toBe('ABCD EFGH IJ');
  expect(formatSecret('nothing')).toBe('');
});
