import { expect, test } from 'vitest';
import { displayId, parseDisplayId } from './display-id.ts';

test('an id is shown with a # and at least four digits @appointments.number', () => {
  expect([1, 42, 1234, 12_345].map(displayId)).toEqual(['#0001', '#0042', '#1234', '#12345']);
});

test('an entered number is accepted with or without # and leading zeros', () => {
  expect(['#0042', '42', '#42', '0042'].map(parseDisplayId)).toEqual([42, 42, 42, 42]);
  expect(['', '#', '#0', '4 2', '42a', '#1234567890', '-1'].map(parseDisplayId)).toEqual(
    Array.from({ length: 7 }, () => null),
  );
});
