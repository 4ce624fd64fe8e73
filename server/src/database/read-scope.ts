import { isOfficeRole, type Role } from '@curbwrench/contract/people/roles';

/**
 * Whose rows a query may read. It is created from the session for each request, and every query of rows that belong to
 * people requires it.
 */
export type ReadScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'customer'; readonly id: string }
  | { readonly kind: 'mechanic'; readonly id: string };

/** Returns the scope of the appointments, vehicles and payments this person may see. */
export function getReadScope(viewer: { readonly id: string; readonly role: Role }): ReadScope {
  if (isOfficeRole(viewer.role)) return { kind: 'all' };
  return { kind: viewer.role === 'mechanic' ? 'mechanic' : 'customer', id: viewer.id };
}

/** Returns the name under which this scope's row counts are stored. */
export function getCountScopeName(scope: ReadScope): string {
  return scope.kind === 'all' ? '*' : `${scope.kind} ${scope.id}`;
}
