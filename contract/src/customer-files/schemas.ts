import { z } from 'zod';
import { email } from '../accounts/schemas.ts';
import { maxPhones } from '../customers/phone-number.ts';
import { phone } from '../customers/schemas.ts';
import { line, optionalText, personName, userId } from '../fields/schemas.ts';
import { textLimits } from '../fields/text-limits.ts';
import { vehicleInput } from '../vehicles/schemas.ts';
import { maxBatchRows, maxFileBytes, maxFileRows } from './limits.ts';

/** The programs whose files are recognized by their headers; `other` is any file with common headers. */
export const fileSources = ['curbwrench', 'google', 'square', 'jobber', 'other'] as const;
export type FileSource = (typeof fileSources)[number];

/** What a row can add to a customer that the business already knows. */
export const additions = [
  'email',
  'phone',
  'address',
  'notes',
  'vehicle',
  'vehicleDetails',
  'externalId',
] as const;
export type Addition = (typeof additions)[number];

/** A row of a file, with the values that are imported; the same rules apply as in the forms. */
export const importRow = z.object({
  /**
   * The row's number in a spreadsheet program, which counts the header and empty rows too. It can't exceed the size of
   * the file in bytes, since each row takes at least one byte.
   */
  row: z.number().int().min(1).max(maxFileBytes),
  /** The customer's id in the program that wrote the file. */
  externalId: line(textLimits.externalId).min(1).nullable(),
  firstName: personName('This row has no name.'),
  /** Empty for a company, or a person known by one name. */
  lastName: personName(),
  email: email.nullable(),
  /** The main number first. */
  phones: z.array(phone).max(maxPhones, `A customer can have up to ${maxPhones} phone numbers.`),
  address: line(textLimits.address).min(1).nullable(),
  notes: optionalText(textLimits.officeNotes),
  vehicle: vehicleInput.omit({ customerId: true, isActive: true }).nullable(),
});
export type ImportRow = z.output<typeof importRow>;

/**
 * A row with what the preview plans to do with it: `outcome` says whether it creates a customer or adds to one, and
 * `adds` lists what it adds. `customerId` is an existing customer's id, or the id that a new customer will have.
 */
const plannedRow = importRow.extend({
  outcome: z.enum(['new', 'updates']),
  customerId: userId(),
  adds: z.array(z.enum(additions)).max(additions.length),
});
export type PlannedRow = z.output<typeof plannedRow>;

/** The rows of one request of an import, in the order of the file. */
export const importBatch = z.object({
  /** Chosen by the preview; the same in all requests of one import. */
  importId: z.uuid('That is not a valid import.'),
  source: z.enum(fileSources),
  /** How many rows the entire import has. */
  total: z.number().int().min(1).max(maxFileRows),
  rows: z.array(plannedRow).min(1, 'There is nothing to import.').max(maxBatchRows),
});
export type ImportBatch = z.output<typeof importBatch>;

export const importedBatch = z.object({
  /** Rows that were not imported, because their customer has changed since the preview. */
  changed: z.array(z.number().int()),
});

export const previewedRow = z.object({
  row: z.number().int(),
  /** As in the file; '' if there is none. */
  name: z.string(),
  /** `same`: the business has all of it already. `refused`: not imported, for `reason`. */
  outcome: z.enum(['new', 'updates', 'same', 'refused']),
  /** The name of the existing customer whom the row matches; null if there is none. */
  existingName: z.string().nullable(),
  /** The number of the row above that adds the same customer; null if there is none. */
  sameAsRow: z.number().int().nullable(),
  adds: z.array(z.enum(additions)),
  reason: z.string().nullable(),
  /** A likely typo, or a note about what is left out or assumed; the row is imported anyway. */
  warning: z.string().nullable(),
  /** What to send to import the row; null if there is nothing to import. */
  planned: plannedRow.nullable(),
});
export type PreviewedRow = z.output<typeof previewedRow>;

export const importPreview = z.object({
  importId: z.string(),
  source: z.enum(fileSources),
  /** The headers whose columns are not imported. */
  ignoredHeaders: z.array(z.string()),
  /** A note about the entire file, as one sentence; null if there is none. */
  notice: z.string().nullable(),
  rows: z.array(previewedRow),
});
export type ImportPreview = z.output<typeof importPreview>;
