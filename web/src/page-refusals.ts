import { isOfficeRole, type Role } from '@curbwrench/contract/people/roles';

/** Returns why a role can't open a page for advisors and admins; null if it can. */
export function refuseNonOffice(role: Role): string | null {
  return isOfficeRole(role)
    ? null
    : 'Only service advisors and administrators can access this page.';
}

/** Returns why a role can't open a page for admins; null if it can. */
export function refuseNonAdmins(role: Role): string | null {
  return role === 'admin' ? null : 'Only administrators can access this page.';
}
