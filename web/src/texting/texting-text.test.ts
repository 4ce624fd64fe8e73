import type { CustomerSmsConsentStatus } from '@curbwrench/contract/texting/schemas';
import { expect, test } from 'vitest';
import { describeConsent, findConsentBlocker } from './texting-text.ts';

const consent: NonNullable<CustomerSmsConsentStatus['consent']> = {
  phone: '(415) 555-2671',
  source: 'office',
  agreedAt: '2026-03-03T17:00:00.000Z',
  agreedBy: 'Ada Moss',
  endedAt: null,
  endedReason: null,
  endedBy: null,
};
const describe = (change: Partial<typeof consent> = {}) =>
  describeConsent({ ...consent, ...change }, (instant) => instant.slice(0, 10));

test('the office sees who recorded consent, and when', () => {
  expect(describe()).toBe('(415) 555-2671: Agreed by phone on 2026-03-03 by Ada Moss.');
  expect(describe({ source: 'code', agreedBy: null })).toBe(
    '(415) 555-2671: Agreed online on 2026-03-03, with the number verified by code.',
  );
  expect(describeConsent(null, String)).toBe("The customer hasn't agreed to text messages.");
});

test('the office sees why text messages stopped', () => {
  const endedAt = '2026-03-04T17:00:00.000Z';
  expect(describe({ endedAt, endedReason: 'stop' })).toBe(
    'No texts. The customer replied STOP on 2026-03-04.',
  );
  expect(describe({ endedAt, endedReason: 'office', endedBy: 'Ada Moss' })).toBe(
    'No texts. Stopped on 2026-03-04 by Ada Moss.',
  );
});

test('the office sees why it cannot record consent', () => {
  const phone = { phone: '(415) 555-2671', canBeTexted: true, hasOptedOut: false };
  const texting = { smsIsSetUp: true, consent: null, phones: [phone] };
  const optedOut = { ...phone, hasOptedOut: true };
  expect(findConsentBlocker(texting)).toBeNull();
  expect(findConsentBlocker({ ...texting, phones: [optedOut, phone] })).toBeNull();
  expect(findConsentBlocker({ ...texting, smsIsSetUp: false })).toContain("aren't set up");
  expect(findConsentBlocker({ ...texting, phones: [] })).toBe('Add a phone number first.');
  const untextable = { ...phone, canBeTexted: false };
  expect(findConsentBlocker({ ...texting, phones: [untextable] })).toContain("can't receive");
  expect(findConsentBlocker({ ...texting, phones: [optedOut] })).toContain('START');
});
