import { expect, test } from 'vitest';
import { displayId } from './display-id.ts';

test('an id is shown with a # and at least four digits @appointments.number', () => {
  expect([1, 42, 1234, 12_345].map(displayId)).toEqual(['#0001', '#0042', '#1234', '#12345']);
});
