import { expect, test } from 'vitest';
import { bookedServicesText, servicesText } from './services-text.ts';

test('several services are shown as the first one and the number of others', () => {
  expect(servicesText('Oil Change', 0)).toBe('Oil Change');
  expect(servicesText('Oil Change', 2)).toBe('Oil Change + 2 more');
});

test('only the service line items of an appointment are counted', () => {
  const lines = ['service', 'service', 'discount', 'fee'].map((kind) => ({ kind }));
  expect(bookedServicesText({ service: { name: 'Oil Change' }, lines })).toBe(
    'Oil Change + 1 more',
  );
  expect(bookedServicesText({ service: { name: '' }, lines: [] })).toBe('Unknown Service');
});
