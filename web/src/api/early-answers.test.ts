import { afterEach, expect, test } from 'vitest';
import { earlyPage } from './call.ts';
import { forgetEarly, noteEarly } from './early-answers.ts';

afterEach(forgetEarly);

const query = { when: 'upcoming', limit: 20, cursor: undefined } as const;

test('what came with the page is found by the question that it answers, and by no other', () => {
  const link = '</api/appointments?when=upcoming&limit=20&cursor=abc>; rel="next"';
  noteEarly([{ address: '/api/appointments?when=upcoming&limit=20', reply: [{ id: 7 }], link }]);
  expect(earlyPage('listAppointments', { query })).toEqual({ items: [{ id: 7 }], next: 'abc' });
  expect(earlyPage('listAppointments', { query: { ...query, cursor: 'abc' } })).toBeUndefined();
  expect(earlyPage('listAppointments')).toBeUndefined();
});

test('the last page of a list names none after it', () => {
  noteEarly([{ address: '/api/appointments?when=upcoming&limit=20', reply: [], link: null }]);
  expect(earlyPage('listAppointments', { query })).toEqual({ items: [], next: null });
});

test('what came with the page is forgotten before it can be old', () => {
  noteEarly([{ address: '/api/appointments?when=upcoming&limit=20', reply: [], link: null }]);
  forgetEarly();
  expect(earlyPage('listAppointments', { query })).toBeUndefined();
});
