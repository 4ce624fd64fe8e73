/** The letters that a VIN can contain and, below each, its value in the sum for the check digit. */
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const letterValues = '12345678123457923456789';
/** The weight of each position in that sum. */
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const;
/** The tenth character by model year, from 1980 on and again from 2010 on. */
const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';

/** Vehicles of earlier model years have numbers in other formats. */
const firstYearWithVin = 1981;

/**
 * Returns what is probably wrong with a vehicle identification number, as one sentence; null if nothing is, or if
 * there is no number. Under 49 CFR 565, a VIN has 17 characters, none of them I, O or Q; the ninth is a check digit,
 * and the tenth stands for the model year. These are only warnings, because older vehicles and some made for other
 * countries have numbers in other formats.
 */
export function findVinWarning(text: string | null, modelYear: number): string | null {
  const vin = (text ?? '').replaceAll(/[\s-]/g, '').toUpperCase();
  if (vin === '' || modelYear < firstYearWithVin) return null;
  if (/^(.)\1+$/.test(vin)) return 'This VIN is the same character repeated. Please check it.';
  if (!/^[A-Z\d]+$/.test(vin)) return 'A VIN can contain only letters and digits. Please check it.';
  if (/[IOQ]/.test(vin)) {
    return "A VIN can't contain the letters I, O, or Q. Did you mean 1 or 0?";
  }
  if (vin.length !== 17) return `A VIN has 17 characters; this one has ${vin.length}.`;
  if (vin[8] !== getCheckDigit(vin)) {
    return "This VIN's check digit doesn't match. Please check it against the VIN on the vehicle.";
  }
  const years = listModelYears(vin);
  if (years.length === 0 || years.includes(modelYear)) return null;
  return `According to its VIN, the model year is ${years[0]}, not ${modelYear}.`;
}

function getCheckDigit(vin: string): string {
  const sum = weights.reduce<number>((total, weight, index) => {
    const character = vin[index] ?? '';
    return total + weight * Number(letterValues[letters.indexOf(character)] ?? character);
  }, 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** Returns the model years that a VIN can stand for, most likely first; empty if its code stands for none. */
function listModelYears(vin: string): readonly number[] {
  const index = yearCodes.indexOf(vin[9] ?? '');
  if (index === -1) return [];
  // The seventh character of a car or light truck is a letter from 2010 on; heavy trucks have no such rule.
  const isNewer = /[A-Z]/.test(vin[6] ?? '');
  return isNewer ? [2010 + index, 1980 + index] : [1980 + index, 2010 + index];
}
