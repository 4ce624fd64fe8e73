import { expect, test } from 'vitest';
import { findZip } from './find-zip.ts';

test.each([
  ['5 Elm Street, San Francisco, CA 94103', '94103'],
  ['5 Elm Street 94103-1234', '94103'],
  ['5 Elm Street, CA 94103, USA', '94103'],
  ['5 Elm Street, 94103 United States.', '94103'],
  ['94103', '94103'],
  // Five digits elsewhere may be a house number.
  ['94103 Elm Street', null],
  ['5 Elm Street, Unit 941034', null],
  ['5 Elm Street, 94103 San Francisco', null],
  ['Elm Street#94103', null],
  ['', null],
])('the ZIP code of %j is %s', (address, zip) => {
  expect(findZip(address)).toBe(zip);
});
