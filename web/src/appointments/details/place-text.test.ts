import { expect, test } from 'vitest';
import { describePlace } from './place-text.ts';

test.each([
  ['zip', '5 Elm Street, Austin, TX 78704', 'Near 78704; the exact place is not known.'],
  ['zip', '12345 Elm Street, TX 78704-1234, USA', 'Near 78704; the exact place is not known.'],
  ['zip', 'Elm Street', 'Near the middle of its ZIP code; the exact place is not known.'],
  ['town', 'Elm Street, Austin', 'Near the middle of the town; the exact place is not known.'],
  ['street', 'Elm Street, Austin', null],
  ['house', '5 Elm Street, Austin', null],
  ['pin', '5 Elm Street, Austin', null],
  ['unknown', 'Elm Street', null],
] as const)(
  'a place known by its %s at %s is described as %j @appointments.place-map',
  (precision, address, text) => {
    expect(describePlace(precision, address)).toBe(text);
  },
);
