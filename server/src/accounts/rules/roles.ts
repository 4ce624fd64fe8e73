import { displayId } from '@curbwrench/contract/fields/display-id';
import { roleLabels, type Role } from '@curbwrench/contract/people/roles';
import { refused, type Refused } from '../../application/rules/result.ts';

/** What the rules about roles need to know about a person. */
export interface PersonState {
  readonly id: string;
  readonly role: Role;
  /** False if deactivated. */
  readonly active: boolean;
  /** Whether they verified their email address. */
  readonly emailVerified: boolean;
}

/**
 * Returns why this person can't be given a role, or null. Any role other than customer requires a verified
 * address, so that a person who signed up with someone else's address does not become staff by mistake. A
 * deactivated person must be reactivated first, so that a change of role never reactivates anyone.
 */
export function roleChangeRefusal(role: Role, person: PersonState): Refused | null {
  if (!person.active) {
    return refused('wrong_status', 'This person is deactivated. Please reactivate them first.');
  }
  if (role !== 'customer' && !person.emailVerified) {
    return refused('wrong_status', 'This person has not confirmed their email address yet.');
  }
  return null;
}

/**
 * Returns a refusal if this person is the last active admin, whose role can't be changed and whose account can't be
 * deactivated or deleted; null otherwise. `admins` contains the ids of the active admins, locked against changes.
 */
export function lastAdminRefusal(admins: readonly string[], personId: string): Refused | null {
  return admins.length === 1 && admins[0] === personId
    ? refused('last_admin', 'There must be at least one active admin.')
    : null;
}

/**
 * Returns why a person can't stop working as a mechanic, or null. `openJobs` contains the ids of their jobs that are
 * confirmed or in progress.
 */
export function openJobsRefusal(openJobs: readonly number[]): Refused | null {
  const [first, ...rest] = openJobs;
  if (first === undefined) return null;
  return rest.length === 0
    ? refused(
        'open_jobs',
        `This person still has an open job, ${displayId(first)}. Please assign it to someone else first.`,
      )
    : refused(
        'open_jobs',
        `This person still has ${openJobs.length} open jobs, starting with ${displayId(first)}. Please assign them to someone else first.`,
      );
}

/** Returns why this person can't be marked as working as a mechanic too, or null: only an active admin can. */
export function mechanicWorkRefusal(person: PersonState): Refused | null {
  if (person.role !== 'admin') {
    return refused('wrong_status', 'Only an admin can also work as a mechanic.');
  }
  return person.active
    ? null
    : refused('wrong_status', 'This person is deactivated. Please reactivate them first.');
}

/** Returns a role with its article, for a sentence: 'an admin', 'a service advisor'. */
export function roleWithArticle(role: Role): string {
  const label = roleLabels[role].toLowerCase();
  return `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`;
}
