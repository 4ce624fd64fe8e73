import { maxPhones } from '@curbwrench/contract/customers/phone-number';
import { formatCsvLine } from './csv-text.ts';

/** The byte order mark (BOM) at the start of an exported file; without it, Excel guesses the encoding. */
export const byteOrderMark = '\u{FEFF}';

const extraPhoneHeaders = Array.from({ length: maxPhones - 1 }, (_, index) => `Phone ${index + 2}`);

const personHeaders = ['Curbwrench ID', 'First Name', 'Last Name', 'Email', 'Phone'];

/** The headers of exported customers; an import recognizes all of them. */
export const customerHeaders = [...personHeaders, ...extraPhoneHeaders, 'Address', 'Notes'];

/** The headers of exported vehicles; an import recognizes all of them. */
export const vehicleHeaders = [
  ...personHeaders,
  'Year',
  'Make',
  'Model',
  'Vehicle Type',
  'Color',
  'License Plate',
  'VIN',
];

/** A customer as exported. */
export interface ExportedCustomer {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly other_phones: readonly string[];
  readonly address: string | null;
  readonly office_notes: string | null;
}

/** Formats a customer as a line of the file. */
export function formatCustomer(customer: ExportedCustomer): string {
  return formatCsvLine([
    customer.id,
    customer.first_name,
    customer.last_name,
    customer.email ?? '',
    customer.phone ?? '',
    ...extraPhoneHeaders.map((_, index) => customer.other_phones[index] ?? ''),
    customer.address ?? '',
    customer.office_notes ?? '',
  ]);
}

/** A vehicle as exported, with its customer. */
export interface ExportedVehicle extends Pick<
  ExportedCustomer,
  'first_name' | 'last_name' | 'email' | 'phone'
> {
  readonly customer_id: string;
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly type: string;
  readonly color: string | null;
  readonly plate_number: string | null;
  readonly vin: string | null;
}

/** Formats a vehicle, with its customer, as a line of the file. */
export function formatVehicle(vehicle: ExportedVehicle): string {
  return formatCsvLine([
    vehicle.customer_id,
    vehicle.first_name,
    vehicle.last_name,
    vehicle.email ?? '',
    vehicle.phone ?? '',
    String(vehicle.year),
    vehicle.make,
    vehicle.model,
    vehicle.type,
    vehicle.color ?? '',
    vehicle.plate_number ?? '',
    vehicle.vin ?? '',
  ]);
}
