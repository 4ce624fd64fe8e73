import type { SessionUser, User } from '@curbwrench/contract/people/schemas';
import type { FastifyInstance } from 'fastify';
import { setWorksAsMechanic } from '../commands/set-works-as-mechanic.ts';
import { changeRole } from '../commands/change-role.ts';
import { changeActivation } from '../commands/change-activation.ts';
import { removeSecondFactor } from '../../accounts/commands/remove-second-factor.ts';
import { getCurrentTime } from '../../application/transaction.ts';
import { findMechanic } from '../../mechanics/queries.ts';
import {
  findUser,
  listUsers,
  type PeopleScope,
  type UserRow,
} from '../../accounts/queries/users.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { accepted, refused, type Result } from '../../application/rules/result.ts';
import { noSuchPage, registerEndpoint, setNextPageLink } from '../../http/endpoint.ts';
import type { RouteContext } from '../../http/route-context.ts';
import { getClientInfo } from '../../http/client-info.ts';
import type { Scope } from '@curbwrench/contract/api/access';

/**
 * Registers the people endpoints: reading the signed-in person and the people whom the viewer may see, and
 * changing a person's role, activation, mechanic work and second factor.
 */
export function peopleRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'getSessionUser', ({ viewer }) =>
    readSessionUser(context, viewer.id),
  );

  registerEndpoint(app, context, 'listUsers', async ({ viewer, scope, query, raw, reply }) => {
    // Viewers who may list only customers get no staff at all, not even themselves.
    if (scope === 'customers' && query.role !== undefined && query.role !== 'customer') {
      return accepted([]);
    }
    const filter = scope === 'customers' ? { ...query, role: 'customer' as const } : query;
    const page = await listUsers(db, peopleScope(scope, viewer), filter);
    if (!page) return noSuchPage;
    setNextPageLink(raw, reply, page.next);
    return accepted(page.rows.map((row) => presentUser(row, scope === 'all')));
  });

  registerEndpoint(app, context, 'getUser', async ({ viewer, scope, params }) => {
    const row = await findUser(db, peopleScope(scope, viewer), params.id);
    if (!row) return refused('not_found', 'Person not found.');
    const user = presentUser(row, scope === 'all' || scope === 'self');
    // A mechanic may need a customer's phone number; only the office sees the email address.
    return accepted(viewer.role === 'mechanic' ? { ...user, email: null } : user);
  });

  registerEndpoint(app, context, 'changeRole', async ({ viewer, body }) => {
    const changed = await changeRole(context, viewer, body.userId, body.role);
    return changed.ok ? readBack(body.userId) : changed;
  });

  registerEndpoint(app, context, 'changeActivation', async ({ viewer, params, body }) => {
    const changed = await changeActivation(context, viewer, params.id, body.active);
    return changed.ok ? readBack(params.id) : changed;
  });

  registerEndpoint(app, context, 'setWorksAsMechanic', async ({ viewer, params, body }) => {
    const changed = await setWorksAsMechanic(context, viewer, params.id, body.works);
    return changed.ok ? readBack(params.id) : changed;
  });

  registerEndpoint(app, context, 'removeSecondFactor', async ({ viewer, params, body, raw }) => {
    const removed = await removeSecondFactor(context, viewer, getClientInfo(raw), params.id, body);
    return removed.ok ? readBack(params.id) : removed;
  });

  async function readBack(id: string): Promise<Result<User>> {
    const row = await findUser(db, { kind: 'all' }, id);
    return row ? accepted(presentUser(row, true)) : refused('not_found', 'Person not found.');
  }
}

/** Returns the signed-in person, with their status if they work as a mechanic. */
export async function readSessionUser(
  context: RouteContext,
  userId: string,
): Promise<Result<SessionUser>> {
  const db = context.store.kysely;
  const row = await findUser(db, { kind: 'self', id: userId }, userId);
  if (!row || row.sign_in_email === null) return refused('not_signed_in', 'Please log in first.');
  const mechanic =
    row.role === 'mechanic' || row.works_as_mechanic
      ? await findMechanic(db, { kind: 'self', id: userId }, userId, getCurrentTime(context))
      : null;
  return accepted({
    ...presentUser(row, true),
    email: row.sign_in_email,
    status: mechanic?.status ?? null,
  });
}

/** Converts a row to the API's user. Whether they have a second factor is included only if `showsSecondFactor`. */
function presentUser(row: UserRow, showsSecondFactor: boolean): User {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    profileImageUrl: row.image,
    role: row.role,
    createdAt: row.created_at.toISOString(),
    active: row.active,
    worksAsMechanic: row.works_as_mechanic,
    twoFactor: showsSecondFactor ? row.two_factor_enabled : null,
  };
}

function peopleScope(scope: Scope, viewer: Actor): PeopleScope {
  switch (scope) {
    case 'all':
      return { kind: 'all' };
    case 'customers':
      return { kind: 'customers' };
    case 'of_own_jobs':
      return { kind: 'of_own_jobs', mechanicId: viewer.id };
    default:
      return { kind: 'self', id: viewer.id };
  }
}
