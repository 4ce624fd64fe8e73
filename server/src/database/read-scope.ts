import { dispatches, type Role } from '@curbwrench/contract/roles';

/**
 * Whose rows a query may touch. Made once, from the session, where a call comes in; a query over
 * people's rows can't be written without one.
 */
export type ReadScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'customer'; readonly id: string }
  | { readonly kind: 'mechanic'; readonly id: string };

/** The appointments, vehicles and payments this person may see. */
export function scopeOf(reader: { readonly id: string; readonly role: Role }): ReadScope {
  if (dispatches(reader.role)) return { kind: 'all' };
  return { kind: reader.role === 'mechanic' ? 'mechanic' : 'customer', id: reader.id };
}

/** The name under which the tallies count for this scope. */
export function tallyReader(scope: ReadScope): string {
  return scope.kind === 'all' ? '*' : `${scope.kind} ${scope.id}`;
}
