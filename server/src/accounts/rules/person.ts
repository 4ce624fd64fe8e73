import { displayId } from '@curbwrench/contract/display-id';
import { roleLabels, type Role } from '@curbwrench/contract/roles';
import { refused, type Refused } from '../../application/rules/result.ts';

/** What the rules need to know of a person. */
export interface PersonState {
  readonly id: string;
  readonly role: Role;
  /** False: deactivated. */
  readonly active: boolean;
  /** Whether they proved that the e-mail address is theirs. */
  readonly emailVerified: boolean;
}

/**
 * Why this person can't get another role, or null. Beyond being a customer a role is given only
 * to a proven address: whoever signed up with someone else's must not become staff by a mix-up.
 * Someone deactivated is reactivated first, so that nobody comes back by the way.
 */
export function whyNotGiven(role: Role, person: PersonState): Refused | null {
  if (!person.active) {
    return refused('wrong_status', 'They are deactivated; please reactivate them first.');
  }
  if (role !== 'customer' && !person.emailVerified) {
    return refused('wrong_status', 'They have not confirmed their e-mail address yet.');
  }
  return null;
}

/**
 * Why an admin can't stop being one, be deactivated or delete their account: the last active one
 * stays. `admins` are the active ones, kept against change. Null for everybody else.
 */
export function whyAdminStays(admins: readonly string[], personId: string): Refused | null {
  return admins.length === 1 && admins[0] === personId
    ? refused('last_admin', 'The last admin must remain an admin.')
    : null;
}

/** Why a mechanic can't stop working: confirmed jobs or one under way that are theirs. */
export function whyMechanicStays(openJobs: readonly number[]): Refused | null {
  const [first, ...more] = openJobs;
  if (first === undefined) return null;
  return more.length === 0
    ? refused(
        'open_jobs',
        `They still have an open job, ${displayId(first)}; please assign it to someone else first.`,
      )
    : refused(
        'open_jobs',
        `They still have ${openJobs.length} open jobs, ${displayId(first)} the first; please assign them to someone else first.`,
      );
}

/** Why "also works as a mechanic" isn't for this person, or null: it is an active admin's. */
export function whyNoMechanicWork(person: PersonState): Refused | null {
  if (person.role !== 'admin') {
    return refused('wrong_status', 'Only an admin can also work as a mechanic.');
  }
  return person.active
    ? null
    : refused('wrong_status', 'They are deactivated; please reactivate them first.');
}

/** A role with its article, for a sentence: 'an admin', 'a service advisor'. */
export function oneOf(role: Role): string {
  const label = roleLabels[role].toLowerCase();
  return `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`;
}
