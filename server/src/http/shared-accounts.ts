import type { CallName } from '@curbwrench/contract/api/calls';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Refused } from '../application/rules/result.ts';
import type { RouteContext } from './route-context.ts';

/*
 * Everyone shares the accounts behind the demo's buttons. Any call that would take one away from
 * the next visitor is refused here and nowhere else: ways to sign in, role, deactivation, sessions,
 * the account itself.
 */

export interface SharedAccountContext extends Pick<RouteContext, 'demoAccounts'> {
  readonly identity: Pick<RouteContext['identity'], 'accountIdOf'>;
}

/** The parsed parts of a call that may name an account. */
interface Named {
  readonly params: unknown;
  readonly body: unknown;
}

/**
 * Whose account a call changes: the viewer's own, the one whose id it contains, or that of an e-mail address.
 */
type Target = 'own' | 'params id' | 'body userId' | 'body email';

const targets: Partial<Record<CallName, Target>> = {
  changeEmail: 'own',
  changePassword: 'own',
  deleteAccount: 'own',
  startTwoFactor: 'own',
  confirmTwoFactor: 'own',
  stopTwoFactor: 'own',
  revokeSession: 'own',
  revokeOtherSessions: 'own',
  changeRole: 'body userId',
  changeActivation: 'params id',
  removeSecondFactor: 'params id',
  requestPasswordReset: 'body email',
  // Accepting an invitation gives the account with that address another role.
  invite: 'body email',
};

/** Returns whether an account is behind a demo button. */
export function isShared(
  { demoAccounts }: Pick<SharedAccountContext, 'demoAccounts'>,
  userId: string,
): boolean {
  return demoAccounts !== null && Object.values(demoAccounts).includes(userId);
}

/** Returns the refusal of a call that would take a demo account away from others, or null. */
export async function whySharedStays(
  context: SharedAccountContext,
  name: CallName,
  viewer: Actor | null,
  parts: Named,
): Promise<Refused | null> {
  const target = targets[name];
  if (target === undefined || context.demoAccounts === null) return null;
  const id = await targetOf(context, target, viewer, parts);
  return id != null && isShared(context, id)
    ? refused('not_allowed', "This is a shared demo account, so you can't change that here.")
    : null;
}

async function targetOf(
  { identity }: SharedAccountContext,
  target: Target,
  viewer: Actor | null,
  { params, body }: Named,
): Promise<string | null | undefined> {
  switch (target) {
    case 'own':
      return viewer?.id;
    case 'params id':
      return stringIn(params, 'id');
    case 'body userId':
      return stringIn(body, 'userId');
    case 'body email':
      return identity.accountIdOf(stringIn(body, 'email') ?? '');
  }
}

function stringIn(part: unknown, key: string): string | undefined {
  const value: unknown = Reflect.get(Object(part), key);
  return typeof value === 'string' ? value : undefined;
}
