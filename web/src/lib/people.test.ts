import { describe, expect, it } from 'vitest';
import { getFullName, getGreetingName, getInitials } from './people.ts';

const person = (firstName: string, lastName: string, email: string | null = null) => ({
  firstName,
  lastName,
  email,
});

describe('a person', () => {
  it('has the initials of both names, else the first letter of the email, else NA @people.names', () => {
    expect(getInitials(person('Dana', 'reyes'))).toBe('DR');
    expect(getInitials(person('Dana', ''))).toBe('D');
    expect(getInitials(person('', '', 'casey@example.com'))).toBe('C');
    expect(getInitials(person(' ', '', null))).toBe('NA');
  });

  it('has initials that never cut a letter of two UTF-16 code units in half', () => {
    expect(getInitials(person('𝒜da', 'Okafor'))).toBe('𝒜O');
  });

  it('is greeted by first name, else the start of the email, else as User @people.names', () => {
    expect(getGreetingName(person('Dana', 'Reyes'))).toBe('Dana');
    expect(getGreetingName(person('', 'Reyes', 'dana.r@example.com'))).toBe('dana.r');
    expect(getGreetingName(person('', ''))).toBe('User');
  });

  it('has a full name made up of the names that are not empty, else the email', () => {
    expect(getFullName(person('Dana', 'Reyes'))).toBe('Dana Reyes');
    expect(getFullName(person('', 'Reyes'))).toBe('Reyes');
    expect(getFullName(person('', '', 'd@example.com'))).toBe('d@example.com');
  });
});
