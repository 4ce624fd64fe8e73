import type { Invitation } from '@curbwrench/contract/people/invitation-schemas';
import type { FastifyInstance } from 'fastify';
import { acceptInvitation, invitationExpired } from '../commands/accept-invitation.ts';
import { invitePerson } from '../commands/invite-person.ts';
import { hashToken } from '../../accounts/commands/one-time-token.ts';
import { resendInvitation } from '../commands/resend-invitation.ts';
import { withdrawInvitation } from '../commands/withdraw-invitation.ts';
import {
  findInvitation,
  findInvitationByToken,
  listInvitations,
  type InvitationRow,
} from '../queries/invitations.ts';
import { accepted, refused, type Result } from '../../application/rules/result.ts';
import { registerEndpoint } from '../../http/endpoint.ts';
import type { RouteContext } from '../../http/route-context.ts';
import { setCookies } from '../../http/set-cookies.ts';

/** Registers the invitation routes: admins send invitations; their recipients read and accept them. */
export function invitationRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'listInvitations', async () => {
    const rows = await listInvitations(db);
    return accepted(rows.map((row) => presentInvitation(row, context.clock.now())));
  });

  registerEndpoint(app, context, 'invite', async ({ viewer, body, reply }) => {
    const invited = await invitePerson(context, viewer, body);
    reply.code(201);
    return invited.ok ? readBack(invited.value) : invited;
  });

  registerEndpoint(app, context, 'resendInvitation', async ({ viewer, params }) => {
    const sent = await resendInvitation(context, viewer, params.id);
    return sent.ok ? readBack(sent.value) : sent;
  });

  registerEndpoint(app, context, 'withdrawInvitation', async ({ viewer, params }) => {
    const withdrawn = await withdrawInvitation(context, viewer, params.id);
    return withdrawn.ok ? accepted(null) : withdrawn;
  });

  registerEndpoint(app, context, 'readInvitation', async ({ body }) => {
    const invitation = await findInvitationByToken(db, hashToken(body.token), context.clock.now());
    if (!invitation) return invitationExpired;
    const { email, role, has_account: hasAccount } = invitation;
    return accepted({ email, role, hasAccount });
  });

  // Accepting also signs the person in, with a new session that has the account's new role.
  registerEndpoint(app, context, 'acceptInvitation', async ({ viewer, body, raw, reply }) => {
    if (body.account && !context.signIn.passwords) {
      return refused('not_allowed', 'Please log in first, then open this invitation again.');
    }
    const securityStamp = await acceptInvitation(context, body.token, {
      viewerId: viewer?.id ?? null,
      account: body.account,
    });
    if (!securityStamp.ok) return securityStamp;
    const newSession = await context.identity.openSession(securityStamp.value, raw);
    if (!newSession.ok) return newSession;
    setCookies(reply, newSession.value.cookies);
    return accepted(null);
  });

  async function readBack(id: number): Promise<Result<Invitation>> {
    const row = await findInvitation(db, id);
    return row
      ? accepted(presentInvitation(row, context.clock.now()))
      : refused('not_found', 'Invitation not found.');
  }
}

function presentInvitation(row: InvitationRow, now: Date): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    invitedBy: row.invited_by,
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    expired: row.expires_at <= now,
  };
}
