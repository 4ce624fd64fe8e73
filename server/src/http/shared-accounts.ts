import type { EndpointName } from '@curbwrench/contract/api/endpoints';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Refused } from '../application/rules/result.ts';
import type { RouteContext } from './route-context.ts';

/*
 * All visitors share the accounts behind the demo's buttons. This file refuses all requests that would make such an
 * account unusable for the next visitor: changes to its sign-in methods, role, activation or sessions, and deleting it.
 */

/** The dependencies for recognizing a shared account. */
export interface SharedAccountContext extends Pick<RouteContext, 'demoAccounts'> {
  readonly identity: Pick<RouteContext['identity'], 'findAccountId'>;
}

/** The parsed parts of a request that may name an account. */
interface ParsedRequest {
  readonly params: unknown;
  readonly body: unknown;
}

/**
 * Whose account a request changes: the viewer's own, the account whose id the request contains, or the account with
 * the email address it contains.
 */
type Target = 'own' | 'params id' | 'body userId' | 'body email';

const targets: Partial<Record<EndpointName, Target>> = {
  changeEmail: 'own',
  changePassword: 'own',
  deleteAccount: 'own',
  setUpTwoFactor: 'own',
  confirmTwoFactor: 'own',
  disableTwoFactor: 'own',
  revokeSession: 'own',
  revokeOtherSessions: 'own',
  // Every visitor would get messages about other visitors' actions.
  subscribeToPush: 'own',
  changeRole: 'body userId',
  changeActivation: 'params id',
  removeSecondFactor: 'params id',
  requestPasswordReset: 'body email',
  // Accepting an invitation gives the account with that address a different role.
  invite: 'body email',
};

/** Returns whether an account is behind a demo button. */
export function isSharedAccount(
  { demoAccounts }: Pick<SharedAccountContext, 'demoAccounts'>,
  userId: string,
): boolean {
  return demoAccounts !== null && Object.values(demoAccounts).includes(userId);
}

/** Returns the refusal if the request would affect other visitors who use the same demo account; null otherwise. */
export async function findSharedAccountRefusal(
  context: SharedAccountContext,
  name: EndpointName,
  viewer: Actor | null,
  parts: ParsedRequest,
): Promise<Refused | null> {
  const target = targets[name];
  if (target === undefined || context.demoAccounts === null) return null;
  const id = await findTarget(context, target, viewer, parts);
  return id != null && isSharedAccount(context, id)
    ? refused('not_allowed', "This is a shared demo account, so you can't change that here.")
    : null;
}

async function findTarget(
  { identity }: SharedAccountContext,
  target: Target,
  viewer: Actor | null,
  { params, body }: ParsedRequest,
): Promise<string | null | undefined> {
  switch (target) {
    case 'own':
      return viewer?.id;
    case 'params id':
      return readString(params, 'id');
    case 'body userId':
      return readString(body, 'userId');
    case 'body email':
      return identity.findAccountId(readString(body, 'email') ?? '');
  }
}

function readString(part: unknown, key: string): string | undefined {
  const value: unknown = Reflect.get(Object(part), key);
  return typeof value === 'string' ? value : undefined;
}
