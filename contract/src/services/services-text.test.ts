import { expect, test } from 'vitest';
import { servicesText } from './services-text.ts';

test('several services are named by the first and the number of the others', () => {
  expect(servicesText('Oil Change', 0)).toBe('Oil Change');
  expect(servicesText('Oil Change', 2)).toBe('Oil Change + 2 more');
});
