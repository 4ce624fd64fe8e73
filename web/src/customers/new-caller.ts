/** What the office enters about a new caller and their vehicle. */
export interface NewCaller {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly make: string;
  readonly model: string;
  /** Four digits. */
  readonly year: string;
  readonly plateNumber: string;
}

const emptyCaller: NewCaller = {
  firstName: '',
  lastName: '',
  phone: '',
  email: '',
  make: '',
  model: '',
  year: '',
  plateNumber: '',
};

/** Returns a new caller with only the typed name or phone number; a name's last word is the last name. */
export function toNewCaller(
  typed: { readonly name: string } | { readonly phone: string },
): NewCaller {
  if ('phone' in typed) return { ...emptyCaller, phone: typed.phone };
  const words = typed.name.split(/\s+/);
  const lastName = words.length > 1 ? (words.at(-1) ?? '') : '';
  return {
    ...emptyCaller,
    firstName: (lastName === '' ? words : words.slice(0, -1)).join(' '),
    lastName,
  };
}

/** Returns whether stored data is a complete new caller, or null, which means none. */
export function isNewCallerOrNull(stored: unknown): stored is NewCaller | null {
  if (stored === null) return true;
  return (
    typeof stored === 'object' &&
    Object.keys(emptyCaller).every(
      (field) => typeof (stored as Record<string, unknown>)[field] === 'string',
    )
  );
}
