interface Named {
  readonly firstName: string;
  readonly lastName: string;
  readonly email?: string | null;
}

/** Initials of the first and last name, else the e-mail's first letter, else 'NA'. */
export function initialsOf(person: Named): string {
  const initials = firstLetter(person.firstName) + firstLetter(person.lastName);
  return initials || firstLetter(person.email ?? '') || 'NA';
}

/** 'Dana Reyes', or whichever part there is; else the e-mail, else ''. */
export function fullNameOf(person: Named): string {
  return `${person.firstName} ${person.lastName}`.trim() || (person.email ?? '');
}

/**
 * The name to greet someone by: the first name, else the part of the e-mail before the at-sign,
 * else 'User'.
 */
export function greetingNameOf(person: Named): string {
  return person.firstName.trim() || (person.email ?? '').split('@', 1)[0] || 'User';
}

/** By code point, so that a name that starts with an emoji or a rare letter is not cut in half. */
function firstLetter(text: string): string {
  const point = text.trim().codePointAt(0);
  return point === undefined ? '' : String.fromCodePoint(point).toUpperCase();
}
