import type { Account } from '@curbwrench/contract/accounts/schemas';
import type { FastifyInstance } from 'fastify';
import { changePassword } from '../commands/change-password.ts';
import { changeProfile } from '../commands/change-profile.ts';
import {
  confirmTwoFactor,
  setUpTwoFactor,
  disableTwoFactor,
} from '../commands/change-second-factor.ts';
import { endOtherSessions, endOwnSession } from '../commands/end-sessions.ts';
import { cancelEmailChange, changeEmail } from '../commands/change-email.ts';
import { findAccount, findPendingEmail } from '../queries/accounts.ts';
import { listSessions } from '../queries/sessions.ts';
import { accepted, refused, type Result } from '../../application/rules/result.ts';
import { registerEndpoint } from '../../http/endpoint.ts';
import type { RouteContext } from '../../http/route-context.ts';
import { isSharedAccount } from '../../http/shared-accounts.ts';
import { getClientInfo } from '../../http/client-info.ts';
import { setCookies } from '../../http/set-cookies.ts';

/** Registers the endpoints for the viewer's own account: profile, email, password, second factor, sessions. */
export function accountRoutes(app: FastifyInstance, context: RouteContext): void {
  const { identity, store } = context;

  registerEndpoint(app, context, 'getAccount', ({ viewer }) => readAccount(context, viewer.id));

  registerEndpoint(app, context, 'changeAccount', async ({ viewer, body }) => {
    const changed = await changeProfile(context, viewer.id, body);
    return changed.ok ? readAccount(context, viewer.id) : changed;
  });

  registerEndpoint(app, context, 'changeEmail', ({ viewer, body, raw }) =>
    changeEmail(context, viewer.id, getClientInfo(raw), body),
  );

  registerEndpoint(app, context, 'cancelEmailChange', ({ viewer }) =>
    cancelEmailChange(context, viewer.id),
  );

  registerEndpoint(app, context, 'changePassword', async ({ viewer, body, raw, reply }) => {
    const session = await changePassword(context, viewer.id, getClientInfo(raw), body);
    if (!session.ok) return session;
    setCookies(reply, session.value.cookies);
    return accepted(null);
  });

  registerEndpoint(app, context, 'setUpTwoFactor', ({ viewer, body, raw }) =>
    setUpTwoFactor(context, viewer.id, body.password, getClientInfo(raw)),
  );

  registerEndpoint(app, context, 'confirmTwoFactor', async ({ viewer, body, raw, reply }) => {
    const cookies = await confirmTwoFactor(context, viewer.id, body.code, getClientInfo(raw));
    if (!cookies.ok) return cookies;
    setCookies(reply, cookies.value);
    return readAccount(context, viewer.id);
  });

  registerEndpoint(app, context, 'disableTwoFactor', async ({ viewer, body, raw, reply }) => {
    const session = await disableTwoFactor(context, viewer, body, getClientInfo(raw));
    if (!session.ok) return session;
    setCookies(reply, session.value.cookies);
    return readAccount(context, viewer.id);
  });

  registerEndpoint(app, context, 'listSessions', async ({ viewer, raw }) => {
    const token = await identity.readSessionToken(raw.headers);
    const sessions = await listSessions(store.kysely, viewer.id, new Date());
    // A shared account's other sessions belong to other people, whose network addresses must not be shown.
    const rows = isSharedAccount(context, viewer.id)
      ? sessions.filter((row) => row.token === token)
      : sessions;
    return accepted(
      rows.map((row) => ({
        id: row.id,
        current: row.token === token,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.updated_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        userAgent: row.user_agent === '' ? null : row.user_agent,
        ipAddress: row.ip_address === '' ? null : row.ip_address,
      })),
    );
  });

  registerEndpoint(app, context, 'revokeSession', ({ viewer, params, body, raw }) =>
    endOwnSession(context, viewer.id, getClientInfo(raw), {
      id: params.id,
      password: body.password,
    }),
  );

  registerEndpoint(app, context, 'revokeOtherSessions', ({ viewer, body, raw }) =>
    endOtherSessions(context, viewer.id, getClientInfo(raw), body.password),
  );
}

async function readAccount(context: RouteContext, id: string): Promise<Result<Account>> {
  const row = await findAccount(context.store.kysely, id);
  if (!row) return refused('not_signed_in', 'Please log in first.');
  return accepted({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    emailVerified: row.email_verified,
    pendingEmail: await findPendingEmail(context.store.kysely, id, context.clock.now()),
    phone: row.phone,
    profileImageUrl: row.image,
    hasPassword: row.has_password,
    providers: row.providers.map(
      (issuer) =>
        context.signIn.providers.find((provider) => provider.issuer === issuer)?.name ?? issuer,
    ),
    twoFactor: row.two_factor_enabled,
    twoFactorRequired: context.identity.requiresSecondFactor({
      id: row.id,
      role: row.role,
      twoFactor: row.two_factor_enabled,
      hasPassword: row.has_password,
      hasProvider: row.providers.length > 0,
    }),
  });
}
