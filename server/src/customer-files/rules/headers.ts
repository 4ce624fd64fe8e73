import type { FileSource } from '@curbwrench/contract/customer-files/schemas';

/** What a column of a file contains. Several columns may contain phone numbers or email addresses. */
export type ColumnField =
  | 'externalId'
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'company'
  | 'email'
  | 'phone'
  | 'address'
  | 'street'
  | 'street2'
  | 'city'
  | 'state'
  | 'zip'
  | 'billingStreet'
  | 'billingStreet2'
  | 'billingCity'
  | 'billingState'
  | 'billingZip'
  | 'notes'
  | 'year'
  | 'make'
  | 'model'
  | 'type'
  | 'color'
  | 'plate'
  | 'vin';

/** The columns of a file: the program that wrote it, and what each column contains (null if it is not imported). */
export interface FileColumns {
  readonly source: FileSource;
  readonly fields: readonly (ColumnField | null)[];
  readonly ignoredHeaders: readonly string[];
}

/** The headers of each field, separated by spaces. They are in lower case, without their own spaces and punctuation. */
const headersByField: Readonly<Record<ColumnField, string>> = {
  // From our own, Jobber's and Square's files, in this order.
  externalId: 'curbwrenchid jid squarecustomerid',
  name: 'name fullname displayname customername clientname customer client fileas',
  // Older files from Google call these names given name and family name.
  firstName: 'firstname first givenname',
  lastName: 'lastname last surname familyname',
  company: 'company companyname organizationname organization1name business businessname',
  email: 'email emails emailaddress emailaddresses mail',
  phone: 'phone phones telephone mobile cell cellphone',
  address: 'address fulladdress address1formatted serviceaddress',
  street: 'street streetaddress street1 streetaddress1 address1street servicestreet1 addressline1',
  street2: 'street2 streetaddress2 address1extendedaddress servicestreet2 addressline2',
  city: 'city town address1city servicecity',
  state: 'state region province address1region servicestate serviceprovince',
  zip: 'zip zipcode postalcode postcode address1postalcode servicezipcode servicepostalcode',
  billingStreet: 'billingstreet billingstreet1',
  billingStreet2: 'billingstreet2',
  billingCity: 'billingcity',
  billingState: 'billingstate billingprovince',
  billingZip: 'billingzip billingzipcode billingpostalcode',
  notes: 'notes note memo comments',
  year: 'year vehicleyear modelyear',
  make: 'make vehiclemake',
  model: 'model vehiclemodel',
  type: 'vehicletype bodytype',
  color: 'color vehiclecolor',
  plate: 'plate plates platenumber licenseplate vehicleplate vehiclelicenseplate',
  vin: 'vin vehiclevin',
};

const fieldsByHeader = new Map(
  Object.entries(headersByField).flatMap(([field, headers]) =>
    // `Object.entries` loses the type of the keys.
    headers.split(' ').map((header) => [header, field as ColumnField] as const),
  ),
);

/** Phone columns are named by type ("Work Phone"), as in Jobber's files, or numbered, as in Google's and our own. */
const phoneHeader =
  /^(?:(?:main|work|mobile|home|other|textmessageenabled|cell|primary)?phone(?:numbers?|s)?\d?|phone\d(?:value)?)$/;
const emailHeader = /^email\d(?:value)?$/;

/** Returns what the columns contain; null if no column contains a name, a phone number or an email address. */
export function recognizeColumns(headers: readonly string[]): FileColumns | null {
  const names = headers.map((header) => header.toLowerCase().replaceAll(/[^a-z\d]/g, ''));
  const source = findSource(names);
  const usedFields = new Set<ColumnField>();
  const fields = names.map((name) => {
    const field = findField(name);
    // If several columns contain the same field, the first one counts.
    if (field === null || (usedFields.has(field) && !mayRepeat(field))) return null;
    usedFields.add(field);
    return field;
  });
  const isUsable = (['name', 'firstName', 'lastName', 'company', 'email', 'phone'] as const).some(
    (field) => usedFields.has(field),
  );
  if (!isUsable) return null;
  const ignoredHeaders = headers.filter(
    (header, index) => fields[index] === null && header.trim() !== '',
  );
  return { source, fields, ignoredHeaders };
}

function mayRepeat(field: ColumnField): boolean {
  return field === 'email' || field === 'phone';
}

function findField(name: string): ColumnField | null {
  if (phoneHeader.test(name)) return 'phone';
  if (emailHeader.test(name)) return 'email';
  return fieldsByHeader.get(name) ?? null;
}

function findSource(names: readonly string[]): FileSource {
  if (names.includes('curbwrenchid')) return 'curbwrench';
  if (names.includes('jid')) return 'jobber';
  if (names.includes('squarecustomerid')) return 'square';
  if (names.some((name) => /^(?:email|phone)1value$|^address1formatted$/.test(name))) {
    return 'google';
  }
  return 'other';
}
