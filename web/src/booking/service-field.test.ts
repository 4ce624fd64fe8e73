import { expect, it } from 'vitest';
import { durationText } from './service-field.tsx';

it('a duration is shown in minutes and, from two hours on, in hours too', () => {
  expect([1, 45, 90, 120, 150].map(durationText)).toEqual([
    '1 minute',
    '45 minutes',
    '90 minutes',
    '120 minutes (2h)',
    '150 minutes (2h 30m)',
  ]);
});
