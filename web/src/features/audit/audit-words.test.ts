import { expect, it } from 'vitest';
import { fieldText, subjectText } from './audit-words.ts';

it('writes names of fields as words', () => {
  expect(fieldText('start_time')).toBe('Start time');
  expect(fieldText('startTime')).toBe('Start time');
  expect(fieldText('mechanic_id')).toBe('Mechanic');
  expect(fieldText('status')).toBe('Status');
});

it('names what an entry tells of', () => {
  expect(subjectText({ kind: 'appointment', id: '42' })).toBe('Appointment #0042');
  expect(subjectText({ kind: 'user', id: 'abc' })).toBe('Person abc');
});
