/** What the office or a visitor enters about a new customer and their vehicle. */
export interface NewCustomer {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly make: string;
  readonly model: string;
  /** Four digits. */
  readonly year: string;
  readonly plateNumber: string;
  /** One of the vehicle types, or '' if it was not asked for. */
  readonly type: string;
}

const emptyNewCustomer: NewCustomer = {
  firstName: '',
  lastName: '',
  phone: '',
  email: '',
  make: '',
  model: '',
  year: '',
  plateNumber: '',
  type: '',
};

/** The contact and vehicle of a visitor who has entered nothing yet. */
export const emptyVisitor: NewCustomer = { ...emptyNewCustomer, type: 'Sedan' };

/** Returns a new customer with only the name or phone number entered; a name's last word becomes the last name. */
export function toNewCustomer(
  input: { readonly name: string } | { readonly phone: string },
): NewCustomer {
  if ('phone' in input) return { ...emptyNewCustomer, phone: input.phone };
  const words = input.name.split(/\s+/);
  const lastName = words.length > 1 ? (words.at(-1) ?? '') : '';
  return {
    ...emptyNewCustomer,
    firstName: (lastName === '' ? words : words.slice(0, -1)).join(' '),
    lastName,
  };
}

/** Returns whether stored data is a complete new customer, or null if there is none. */
export function isNewCustomerOrNull(stored: unknown): stored is NewCustomer | null {
  if (stored === null) return true;
  return (
    typeof stored === 'object' &&
    Object.keys(emptyNewCustomer).every(
      (field) => typeof (stored as Record<string, unknown>)[field] === 'string',
    )
  );
}
