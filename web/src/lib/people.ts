interface NamedPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email?: string | null;
}

/** Returns the initials of the first and last name, else the email's first letter, else 'NA'. */
export function getInitials(person: NamedPerson): string {
  const initials = firstLetter(person.firstName) + firstLetter(person.lastName);
  return initials || firstLetter(person.email ?? '') || 'NA';
}

/** Returns the full name, such as 'Dana Reyes', or the only name that is not empty; else the email, else ''. */
export function getFullName(person: NamedPerson): string {
  return `${person.firstName} ${person.lastName}`.trim() || (person.email ?? '');
}

/**
 * Returns the name to greet a person by: the first name, else the part of the email before the at sign, else 'User'.
 */
export function getGreetingName(person: NamedPerson): string {
  return person.firstName.trim() || (person.email ?? '').split('@', 1)[0] || 'User';
}

/** Splits by code point, so that a first letter that is an emoji or a rare character is not cut in half. */
function firstLetter(text: string): string {
  const codePoint = text.trim().codePointAt(0);
  return codePoint === undefined ? '' : String.fromCodePoint(codePoint).toUpperCase();
}
