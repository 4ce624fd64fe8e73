import { normalizePhone } from '@curbwrench/contract/customers/phone-number';
import { importRow, type ImportRow } from '@curbwrench/contract/customer-files/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { vehicleTypes } from '@curbwrench/contract/vehicles/schemas';
import { readCsvCell } from './csv-text.ts';
import type { ColumnField, FileColumns } from './headers.ts';

/** A row as read from the file: the values to import, or the reason why they can't be imported. */
export type RowReading = { readonly row: number; readonly name: string } & (
  | { readonly input: ImportRow; readonly reason: null; readonly warning: string | null }
  | { readonly input: null; readonly reason: string; readonly warning: null }
);

/** Reads one row of a file and validates it by the forms' rules. `latestYear` is the latest model year allowed. */
export function readRow(
  cells: readonly string[],
  row: number,
  { source, fields }: FileColumns,
  latestYear: number,
): RowReading {
  const get = (field: ColumnField) => readCsvCell(cells[fields.indexOf(field)] ?? '');
  const getAll = (field: ColumnField) =>
    fields.flatMap((each, index) => (each === field ? splitValues(cells[index] ?? '') : []));
  const name = readName(get);
  const displayName = `${name.firstName} ${name.lastName}`.trim();
  const refuse = (reason: string): RowReading => ({
    row,
    name: displayName,
    input: null,
    reason,
    warning: null,
  });
  if (cells.slice(fields.length).some((cell) => cell.trim() !== '')) {
    return refuse('This row has more cells than the header.');
  }
  if (cells.length < fields.length && cells.length === 1 && fields.length > 2) {
    return refuse('This row is incomplete.');
  }
  const phones = getAll('phone');
  // Checks the length first: recognizing a phone number in a long text takes too much time.
  const badPhone = phones.find(
    (phone) => phone.length > textLimits.phone || normalizePhone(phone) === null,
  );
  if (badPhone !== undefined) {
    return refuse(`"${shorten(badPhone)}" isn't a phone number.`);
  }
  const vehicle = readVehicle(get);
  if (typeof vehicle === 'string') return refuse(vehicle);
  if (vehicle && vehicle.year > latestYear) return refuse('Year must be valid');
  const emails = new Set(getAll('email').map((email) => email.toLowerCase()));
  const [email = null] = emails;
  const warning = emails.size > 1 ? 'Only the first email address is imported.' : null;
  const result = importRow.safeParse({
    row,
    externalId: source === 'other' || source === 'google' ? null : get('externalId') || null,
    ...name,
    email,
    phones: [...new Set(phones.map((phone) => normalizePhone(phone)))],
    address: readAddress(get),
    notes: get('notes').replaceAll('\r\n', '\n'),
    vehicle,
  });
  if (result.success) return { row, name: displayName, input: result.data, reason: null, warning };
  const [issue] = result.error.issues;
  return refuse(describeIssue(issue?.path ?? [], issue?.message ?? ''));
}

const fieldNames: Readonly<Record<string, string>> = {
  externalId: 'Customer number',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  address: 'Address',
  notes: 'Notes',
  year: 'Vehicle year',
  make: 'Vehicle make',
  model: 'Vehicle model',
  plateNumber: 'Plate',
  vin: 'VIN',
  color: 'Vehicle color',
};

/** Returns a form's error message, preceded by the name of the field. */
function describeIssue(path: readonly PropertyKey[], message: string): string {
  const field = fieldNames[String(path.at(-1))];
  // This message is about two fields.
  const isAboutWholeName = message === 'This row has no name.';
  return field === undefined || isAboutWholeName ? message : `${field}: ${message}`;
}

type Get = (field: ColumnField) => string;

/** Returns the person's name or, if there is none, the company's. A single word is the first name. */
function readName(get: Get): { firstName: string; lastName: string } {
  const firstName = get('firstName');
  const lastName = get('lastName');
  if (firstName !== '') return { firstName, lastName };
  if (lastName !== '') return { firstName: lastName, lastName: '' };
  const [first = '', ...others] = (get('name') || get('company')).split(/\s+/);
  return { firstName: first, lastName: others.join(' ') };
}

/** Returns the address in one line: the service address or, if there is none, the billing address. */
function readAddress(get: Get): string | null {
  const singleCell = get('address')
    .split(/[\r\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');
  return (
    singleCell ||
    joinAddress(get('street'), get('street2'), get('city'), get('state'), get('zip')) ||
    joinAddress(
      get('billingStreet'),
      get('billingStreet2'),
      get('billingCity'),
      get('billingState'),
      get('billingZip'),
    ) ||
    null
  );
}

function joinAddress(
  street: string,
  street2: string,
  city: string,
  state: string,
  zip: string,
): string {
  // A city alone is not an address.
  if (street === '') return '';
  const region = [state, zip].filter((part) => part !== '').join(' ');
  return [street, street2, city, region]
    .filter((part) => part !== '')
    .join(', ')
    .replaceAll(/\s+/g, ' ');
}

/** Returns a row's vehicle, null if it has none, or a message about what is wrong with the vehicle. */
function readVehicle(get: Get) {
  const [year, make, model] = [get('year'), get('make'), get('model')];
  const details = { plateNumber: get('plate'), vin: get('vin'), color: get('color') };
  const isEmpty = [year, make, model, ...Object.values(details)].every((value) => value === '');
  if (isEmpty) return null;
  if (year === '' || make === '' || model === '') {
    return 'A vehicle needs a year, a make, and a model.';
  }
  if (!/^\d{4}$/.test(year)) return `"${shorten(year)}" isn't a model year.`;
  const type = get('type').toLowerCase();
  return {
    year: Number(year),
    make,
    model,
    ...details,
    type: vehicleTypes.find((each) => each.toLowerCase() === type) ?? 'Sedan',
  };
}

/** Splits a cell that contains several phone numbers or email addresses, at the separators that programs use. */
function splitValues(cell: string): string[] {
  return cell
    .split(/ ::: |[,;\n]/)
    .map(readCsvCell)
    .filter((value) => value !== '');
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}
