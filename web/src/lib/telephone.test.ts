import { expect, it } from 'vitest';
import { telephoneUrl } from './telephone.ts';

it.each([
  ['+1 (555) 010-0', 'tel:+15550100'],
  ['555 01 41', 'tel:5550141'],
  [' +64 21 555', 'tel:+6421555'],
])('%s is dialed as %s', (phone, url) => {
  expect(telephoneUrl(phone)).toBe(url);
});
