import { expect, it } from 'vitest';
import { fieldText, subjectText, valueText } from './audit-text.ts';

it('field names are written as words', () => {
  expect(fieldText('start_time')).toBe('Start time');
  expect(fieldText('startTime')).toBe('Start time');
  expect(fieldText('mechanic_id')).toBe('Mechanic');
  expect(fieldText('status')).toBe('Status');
  expect(fieldText('ip_address')).toBe('IP address');
});

it('the subject of an entry is named', () => {
  expect(subjectText({ kind: 'appointment', id: '42' })).toBe('Appointment #0042');
  expect(subjectText({ kind: 'user', id: 'abc' })).toBe('Person abc');
  expect(subjectText({ kind: 'user', id: '1855f09f-986e-4e80' })).toBe('Person 1855f09f…');
});

it('values are written as on the screens', () => {
  const zone = 'America/Los_Angeles';
  expect(valueText('role', 'service_advisor', zone)).toBe('Service Advisor');
  expect(valueText('status', 'in_progress', zone)).toBe('In Progress');
  expect(valueText('notes', 'in_progress', zone)).toBe('in_progress');
  expect(valueText('email_verified', 'true', zone)).toBe('yes');
  expect(valueText('sent_at', '2026-03-03T17:00:00.000+00:00', zone)).toBe('Mar 03, 2026, 9:00 AM');
  expect(valueText('start_time', '10:00:00', zone)).toBe('10:00:00');
  expect(valueText('role', 'toString', zone)).toBe('toString');
});
