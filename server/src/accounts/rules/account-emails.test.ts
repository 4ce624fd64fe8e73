import { linkExpiresAt, type LinkKind } from '@curbwrench/contract/accounts/one-time-links';
import { expect, test } from 'vitest';
import {
  newAddressEmail,
  emailChangeRequestedEmail,
  firstPasswordEmail,
  resetPasswordEmail,
  verificationEmail,
} from './account-emails.ts';

const to = { firstName: 'Ada', business: 'Curb & Co' };
const link = 'https://curb.example/link';

test.each<[LinkKind, string, number, string]>([
  ['verify_email', verificationEmail(to.business, link).text, 24, '24 hours'],
  ['change_email', newAddressEmail(to.business, link).text, 24, '24 hours'],
  [
    'cancel_email_change',
    emailChangeRequestedEmail(to, 'new@example.com', { cancel: link, newPassword: link }).text,
    24,
    '24 hours',
  ],
  ['reset_password', resetPasswordEmail(to, link).text, 1, 'an hour'],
  ['reset_password', firstPasswordEmail(to.business, link).text, 1, 'an hour'],
])(
  'the message with a %s link states how long the link is valid',
  (kind, text, hours, expectedText) => {
    const now = new Date('2026-03-02T09:00:00Z');
    expect(linkExpiresAt(kind, now).getTime() - now.getTime()).toBe(hours * 3_600_000);
    expect(text).toContain(`can be used once and expires in ${expectedText}`);
  },
);
