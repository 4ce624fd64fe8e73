import { expect, test } from 'vitest';
import { describeSmsFailure, getReportedState } from './delivery-report.ts';

test('a report settles the outcome of a message if it was unknown @messages.sms-reports', () => {
  expect(getReportedState('unknown', 'queued')).toBe('sent');
  expect(getReportedState('unknown', 'sent')).toBe('sent');
  expect(getReportedState('unknown', 'delivered')).toBe('delivered');
  expect(getReportedState('unknown', 'undelivered')).toBe('failed');
});

test('a report about a message that is still queued prevents it from being sent again @messages.sms-reports', () => {
  expect(getReportedState('queued', 'queued')).toBe('sent');
  expect(getReportedState('queued', 'failed')).toBe('failed');
});

test('no report returns a message to a previous state @messages.sms-reports', () => {
  const statuses = ['accepted', 'queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed'];
  for (const state of ['delivered', 'failed', 'stored', 'outdated', 'skipped']) {
    expect([state, statuses.map((status) => getReportedState(state, status))]).toEqual([
      state,
      statuses.map(() => null),
    ]);
  }
  expect(getReportedState('sent', 'queued')).toBeNull();
  expect(getReportedState('sent', 'delivered')).toBe('delivered');
  expect(getReportedState('sent', 'failed')).toBe('failed');
});

test('a status that Twilio does not document changes nothing', () => {
  expect(getReportedState('sent', 'toString')).toBeNull();
  expect(getReportedState('sent', '')).toBeNull();
});

test('a failure is described in one sentence, with the error code if there is one', () => {
  expect(describeSmsFailure(30006)).toBe(
    'The number is a landline, or its carrier cannot be reached. (Twilio error 30006)',
  );
  expect(describeSmsFailure(99999)).toBe('Twilio refused the message. (Twilio error 99999)');
  expect(describeSmsFailure(null)).toBe('Twilio gave no reason.');
});
