import { describe, expect, test } from 'vitest';
import { findVinWarning } from './vin.ts';

describe('a VIN', () => {
  test.each([
    ['1HGCM82633A004352', 2003],
    ['1hgcm82633a004352', 2003],
    ['1HG-CM826 33A004352', 2003],
    // With the check digit X.
    ['1M8GDM9AXKP042788', 1989],
    ['5YJSA1DG9DFP14705', 2013],
    // A heavy truck can have a digit in the seventh position in 2010 and later too.
    ['1M8GDM9AXKP042788', 2019],
    [null, 2003],
    ['', 2003],
    // Before 1981, every manufacturer had its own format.
    ['194676S123456', 1966],
  ])('%s of a %s vehicle gets no warning @vehicles.vin', (vin, year) => {
    expect(findVinWarning(vin, year)).toBeNull();
  });

  test.each([
    ['00000000000000000', 2003, 'This VIN is the same character repeated. Please check it.'],
    ['11111111111111111', 2001, 'This VIN is the same character repeated. Please check it.'],
    ['1HGCM826E3AOO4352', 2003, "A VIN can't contain the letters I, O, or Q. Did you mean 1 or 0?"],
    ['IHGCM82633A004352', 2003, "A VIN can't contain the letters I, O, or Q. Did you mean 1 or 0?"],
    ['1HGCM82633A0043*2', 2003, 'A VIN can contain only letters and digits. Please check it.'],
    ['1HGCM82633A', 2003, 'A VIN has 17 characters; this one has 11.'],
    [
      '1HGCM82633A004353',
      2003,
      "This VIN's check digit doesn't match. Please check it against the VIN on the vehicle.",
    ],
    ['1HGCM82633A004352', 2005, 'According to its VIN, the model year is 2003, not 2005.'],
    ['5YJSA1DG9DFP14705', 2003, 'According to its VIN, the model year is 2013, not 2003.'],
  ])('%s of a %s vehicle gets a warning @vehicles.vin', (vin, year, warning) => {
    expect(findVinWarning(vin, year)).toBe(warning);
  });
});
