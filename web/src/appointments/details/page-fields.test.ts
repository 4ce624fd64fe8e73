import { roles } from '@curbwrench/contract/people/roles';
import { placePrecisions } from '@curbwrench/contract/places/precision';
import { expect, test } from 'vitest';
import { getPageFields } from './page-fields.ts';

test('only the office sees that an address could not be located @appointments.not-located', () => {
  const rolesAndPrecisions = roles.flatMap((role) =>
    placePrecisions
      .filter((placePrecision) => getPageFields(role, { placePrecision }).includes('not_located'))
      .map((placePrecision) => `${role}: ${placePrecision}`),
  );
  expect(rolesAndPrecisions.toSorted()).toEqual(['admin: unknown', 'service_advisor: unknown']);
});
