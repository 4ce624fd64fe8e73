import { describe, expect, it } from 'vitest';
import { fullNameOf, greetingNameOf, initialsOf } from './people.ts';

const person = (firstName: string, lastName: string, email: string | null = null) => ({
  firstName,
  lastName,
  email,
});

describe('a person', () => {
  it('has the initials of both names, else the first letter of the e-mail, else NA @people.names', () => {
    expect(initialsOf(person('Dana', 'reyes'))).toBe('DR');
    expect(initialsOf(person('Dana', ''))).toBe('D');
    expect(initialsOf(person('', '', 'casey@example.com'))).toBe('C');
    expect(initialsOf(person(' ', '', null))).toBe('NA');
  });

  it('has initials that keep a letter of two code units whole', () => {
    expect(initialsOf(person('𝒜da', 'Okafor'))).toBe('𝒜O');
  });

  it('is greeted by first name, else the start of the e-mail, else as User @people.names', () => {
    expect(greetingNameOf(person('Dana', 'Reyes'))).toBe('Dana');
    expect(greetingNameOf(person('', 'Reyes', 'dana.r@example.com'))).toBe('dana.r');
    expect(greetingNameOf(person('', ''))).toBe('User');
  });

  it('is named by both names, or the one there is, or the e-mail', () => {
    expect(fullNameOf(person('Dana', 'Reyes'))).toBe('Dana Reyes');
    expect(fullNameOf(person('', 'Reyes'))).toBe('Reyes');
    expect(fullNameOf(person('', '', 'd@example.com'))).toBe('d@example.com');
  });
});
