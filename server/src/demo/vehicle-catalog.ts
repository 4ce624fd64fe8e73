import type { Random } from './random.ts';

interface CatalogEntry {
  readonly make: string;
  readonly model: string;
  readonly type: string;
  /** The first and last model years in which the model was sold; the last may be after the demo's current year. */
  readonly years: readonly [first: number, last: number];
  /** World manufacturer identifier: the first characters of the model's VINs. */
  readonly makerCode: string;
}

/** A random vehicle. */
export interface GeneratedVehicle {
  readonly make: string;
  readonly model: string;
  readonly type: string;
  readonly year: number;
  readonly plateNumber: string;
  readonly vin: string;
}

const catalog: readonly CatalogEntry[] = [
  { make: 'Toyota', model: 'Camry', type: 'Sedan', years: [2002, 2026], makerCode: '4T1' },
  { make: 'Toyota', model: 'RAV4', type: 'SUV', years: [2006, 2026], makerCode: '2T3' },
  { make: 'Toyota', model: 'Tacoma', type: 'Truck', years: [2005, 2026], makerCode: '3TM' },
  { make: 'Toyota', model: 'Sienna', type: 'Minivan', years: [2004, 2026], makerCode: '5TD' },
  { make: 'Honda', model: 'Civic', type: 'Sedan', years: [2001, 2026], makerCode: '19X' },
  { make: 'Honda', model: 'CR-V', type: 'SUV', years: [2005, 2026], makerCode: '2HK' },
  { make: 'Honda', model: 'Odyssey', type: 'Minivan', years: [2005, 2026], makerCode: '5FN' },
  { make: 'Honda', model: 'Fit', type: 'Hatchback', years: [2009, 2020], makerCode: '3HG' },
  { make: 'Ford', model: 'F-150', type: 'Truck', years: [2004, 2026], makerCode: '1FT' },
  { make: 'Ford', model: 'Escape', type: 'SUV', years: [2008, 2026], makerCode: '1FM' },
  { make: 'Ford', model: 'Transit 250', type: 'Van', years: [2015, 2026], makerCode: 'NM0' },
  { make: 'Ford', model: 'Mustang', type: 'Coupe', years: [2005, 2026], makerCode: '1FA' },
  {
    make: 'Chevrolet',
    model: 'Silverado 1500',
    type: 'Truck',
    years: [2007, 2026],
    makerCode: '3GC',
  },
  { make: 'Chevrolet', model: 'Equinox', type: 'SUV', years: [2010, 2026], makerCode: '2GN' },
  { make: 'Chevrolet', model: 'Malibu', type: 'Sedan', years: [2008, 2025], makerCode: '1G1' },
  { make: 'Nissan', model: 'Altima', type: 'Sedan', years: [2007, 2026], makerCode: '1N4' },
  { make: 'Nissan', model: 'Rogue', type: 'Crossover', years: [2008, 2026], makerCode: '5N1' },
  { make: 'Nissan', model: 'Leaf', type: 'Hatchback', years: [2012, 2025], makerCode: '1N4' },
  { make: 'Hyundai', model: 'Elantra', type: 'Sedan', years: [2007, 2026], makerCode: '5NP' },
  { make: 'Hyundai', model: 'Tucson', type: 'SUV', years: [2010, 2026], makerCode: 'KM8' },
  { make: 'Kia', model: 'Soul', type: 'Hatchback', years: [2010, 2025], makerCode: 'KND' },
  { make: 'Kia', model: 'Telluride', type: 'SUV', years: [2020, 2026], makerCode: '5XY' },
  { make: 'Subaru', model: 'Outback', type: 'Wagon', years: [2005, 2026], makerCode: '4S4' },
  { make: 'Subaru', model: 'Crosstrek', type: 'Crossover', years: [2013, 2026], makerCode: 'JF2' },
  { make: 'Volkswagen', model: 'Jetta', type: 'Sedan', years: [2005, 2026], makerCode: '3VW' },
  {
    make: 'Volkswagen',
    model: 'Golf SportWagen',
    type: 'Wagon',
    years: [2015, 2019],
    makerCode: '3VW',
  },
  { make: 'BMW', model: '328i', type: 'Sedan', years: [2007, 2016], makerCode: 'WBA' },
  { make: 'Audi', model: 'Q5', type: 'SUV', years: [2009, 2026], makerCode: 'WA1' },
  {
    make: 'Mercedes-Benz',
    model: 'Sprinter 2500',
    type: 'Van',
    years: [2010, 2026],
    makerCode: 'WD3',
  },
  {
    make: 'Mazda',
    model: 'MX-5 Miata',
    type: 'Convertible',
    years: [2006, 2026],
    makerCode: 'JM1',
  },
  { make: 'Mazda', model: 'CX-5', type: 'Crossover', years: [2013, 2026], makerCode: 'JM3' },
  { make: 'Jeep', model: 'Wrangler', type: 'SUV', years: [2007, 2026], makerCode: '1C4' },
  { make: 'Ram', model: 'ProMaster 1500', type: 'Van', years: [2014, 2026], makerCode: '3C6' },
  { make: 'Tesla', model: 'Model 3', type: 'Sedan', years: [2018, 2026], makerCode: '5YJ' },
  { make: 'Volvo', model: 'V60', type: 'Wagon', years: [2015, 2025], makerCode: 'YV1' },
];

/** Returns a random vehicle with a model year up to `currentYear`; newer model years are more likely. */
export function createVehicle(random: Random, currentYear: number): GeneratedVehicle {
  const entry = random.pick(catalog);
  const newest = Math.min(entry.years[1], currentYear);
  const oldest = Math.min(Math.max(entry.years[0], newest - 18), newest);
  const year = Math.max(random.between(oldest, newest), random.between(oldest, newest));
  return {
    make: entry.make,
    model: entry.model,
    type: entry.type,
    year,
    plateNumber: randomPlateNumber(random),
    vin: randomVin(random, entry.makerCode, year),
  };
}

const plateLetters = 'ABCDEFGHJKLMNPRSTUVWXYZ';

/** Returns a license plate number in California's format, such as 7ABC123. */
function randomPlateNumber(random: Random): string {
  return `${random.between(4, 9)}${random.text(3, plateLetters)}${random.text(3, '0123456789')}`;
}

const vinCharacters = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
/** The codes of model years in position 10 of a VIN; they start with 1980 and repeat every 30 years. */
const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const vinWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * Returns a vehicle identification number in the correct format, including the check digit (49 CFR 565.15).
 */
function randomVin(random: Random, makerCode: string, year: number): string {
  const beforeCheckDigit = makerCode + random.text(5, vinCharacters);
  const afterCheckDigit =
    (yearCodes[(year - 1980) % 30] ?? 'A') +
    random.text(1, 'ABCDEFGHJKLMNP') +
    random.text(6, '0123456789');
  const sum = Array.from(`${beforeCheckDigit}0${afterCheckDigit}`).reduce(
    (total, character, index) => total + vinValue(character) * (vinWeights[index] ?? 0),
    0,
  );
  return `${beforeCheckDigit}${sum % 11 === 10 ? 'X' : sum % 11}${afterCheckDigit}`;
}

function vinValue(character: string): number {
  if (character <= '9') return Number(character);
  // The values of the letters A to Z; I, O and Q don't occur.
  return Number('12345678012345070923456789'[character.charCodeAt(0) - 65]);
}
