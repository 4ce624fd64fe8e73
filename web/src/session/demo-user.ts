import type { DemoAccount, SessionUser } from '@curbwrench/contract/people/schemas';
import { roles, type Role } from '@curbwrench/contract/people/roles';

/** The demo user stored in the browser. It grants no access: only the session does. */
export interface DemoUser {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
}

const storageKey = 'demoUser';
const demoAccountByRole: Record<Role, DemoAccount> = {
  customer: 'customer',
  mechanic: 'mechanic',
  service_advisor: 'advisor',
  admin: 'admin',
};

/** Returns the stored demo user, or null. An invalid entry is removed. */
export function getStoredDemoUser(storage: Storage): DemoUser | null {
  const text = storage.getItem(storageKey);
  if (text === null) return null;
  const user = parseDemoUser(text);
  if (user === null) removeStoredDemoUser(storage);
  return user;
}

/** Stores a demo user, so that their account can be reopened after its session has ended. */
export function storeDemoUser(storage: Storage, user: DemoUser): void {
  const { id, email, firstName, lastName, role } = user;
  storage.setItem(storageKey, JSON.stringify({ id, email, firstName, lastName, role }));
}

/** Removes the stored demo user, if there is one. */
export function removeStoredDemoUser(storage: Storage): void {
  storage.removeItem(storageKey);
}

/** Returns the demo account that belongs to this user. */
export function getDemoAccount(user: DemoUser): DemoAccount {
  return demoAccountByRole[user.role];
}

/** The storage key under which tabs share the id of the signed-in user. The id grants no access. */
export const signedInKey = 'signedInAs';

/** Returns whether a `storage` event from another tab means that this tab shows the wrong user. */
export function isUserSwitch(
  event: Pick<StorageEvent, 'key' | 'newValue'>,
  currentId: string,
): boolean {
  if (event.key === signedInKey) return event.newValue !== currentId;
  if (event.key !== storageKey) return false;
  return event.newValue === null || parseDemoUser(event.newValue)?.id !== currentId;
}

/** Returns the user to show for a stored demo user until the server has responded. */
export function toPlaceholderUser(user: DemoUser): SessionUser {
  return {
    ...user,
    phone: null,
    profileImageUrl: null,
    createdAt: '',
    active: true,
    worksAsMechanic: false,
    twoFactor: false,
    status: null,
  };
}

function parseDemoUser(text: string): DemoUser | null {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return null;
  const { id, email, firstName, lastName, role } = value as Record<string, unknown>;
  const knownRole = roles.find((candidate) => candidate === role);
  if (typeof id !== 'string' || id === '' || typeof email !== 'string' || !knownRole) return null;
  if (typeof firstName !== 'string' || typeof lastName !== 'string') return null;
  return { id, email, firstName, lastName, role: knownRole };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
