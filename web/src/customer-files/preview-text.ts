import type {
  Addition,
  FileSource,
  ImportPreview,
  PreviewedRow,
} from '@curbwrench/contract/customer-files/schemas';
import { formatCount } from '../ui/format-count.ts';

const sourceLabels: Readonly<Record<FileSource, string>> = {
  curbwrench: 'Exported from Curbwrench',
  google: 'Exported from Google Contacts',
  square: 'Exported from Square',
  jobber: 'Exported from Jobber',
  other: 'CSV file',
};

const additionNames: Readonly<Record<Addition, string>> = {
  email: 'an email address',
  phone: 'a phone number',
  address: 'an address',
  notes: 'notes',
  vehicle: 'a vehicle',
  vehicleDetails: 'vehicle details',
  externalId: 'a customer number',
};

/** Describes the file: 'Exported from Jobber, 1,402 rows'. */
export function describeFile({ source, rows }: Pick<ImportPreview, 'source' | 'rows'>): string {
  return `${sourceLabels[source]}, ${countRows(rows.length)}`;
}

/** Returns a number of rows as text: '1 row', '1,402 rows'. */
export function countRows(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;
}

/** Says in one sentence what importing a row does, or why it is not imported. */
export function describeRow({
  outcome,
  reason,
  existingName,
  sameAsRow,
  adds,
}: PreviewedRow): string {
  const whom = sameAsRow === null ? (existingName ?? '') : `the customer in row ${sameAsRow}`;
  switch (outcome) {
    case 'new':
      return 'Adds a customer.';
    case 'updates': {
      const names = adds.map((addition) => additionNames[addition]);
      return `Adds ${new Intl.ListFormat('en-US').format(names)} to ${whom}.`;
    }
    case 'same':
      return sameAsRow === null
        ? `${whom} is already on file.`
        : 'Already included in previous rows.';
    case 'refused':
      return reason ?? '';
  }
}
