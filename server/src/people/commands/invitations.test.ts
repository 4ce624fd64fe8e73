import { createHash } from 'node:crypto';
import type { Invitation, InvitationDetails } from '@curbwrench/contract/people/invitation-schemas';
import { roleLabels } from '@curbwrench/contract/people/roles';
import { describe, expect, test } from 'vitest';
import { findInvitation } from '../queries/invitations.ts';
import { cleanUp } from '../../clean-up-job.ts';
import { changeRole } from './change-role.ts';
import { invitePerson } from './invite-person.ts';
import { resendInvitation } from './resend-invitation.ts';
import { withdrawInvitation } from './withdraw-invitation.ts';
import { unusedEmail } from '@curbwrench/testing/accounts';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import { prepareInvitations } from '@curbwrench/testing/invitations';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import type { TestApp } from '@curbwrench/testing/start-app';
import { claimVisitorBookings } from '../../customers/claim-visitor-bookings.ts';

let app: TestApp;
let admin: Person;
const dayMs = 24 * 3_600_000;

const { invite, readTokenSentTo, inviteAndReadToken, accept, readDetails } = prepareInvitations(
  (prepared) => {
    ({ app, admin } = prepared);
  },
);

describe('an invitation', () => {
  test('is sent as an email with a link; the database stores only a hash of its token', async () => {
    const email = unusedEmail();
    const response = await invite(email.toUpperCase(), 'service_advisor');
    expect(response.json()).toMatchObject({
      email,
      role: 'service_advisor',
      invitedBy: 'Ada Moss',
      sentAt: '2026-03-03T17:00:00.000Z',
      expiresAt: '2026-03-10T17:00:00.000Z',
      expired: false,
    });
    const token = await readTokenSentTo(email);
    const row = await app.store.kysely
      .selectFrom('invitations')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(row.token_hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(token);
    const mail = await app.store.kysely
      .selectFrom('emails')
      .selectAll()
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow();
    // The email's text, which contains the link, is deleted when the link expires.
    expect(mail.link_expires_at).toEqual(row.expires_at);
    expect(response.body).not.toContain(token);
  });

  test('is listed until it is accepted or withdrawn', async () => {
    const email = unusedEmail();
    const { id } = (await invite(email, 'mechanic')).json<Invitation>();
    const isListed = async () =>
      (await read<Invitation[]>(app, admin, '/api/invitations')).some(
        (invitation) => invitation.id === id,
      );
    expect(await isListed()).toBe(true);
    const token = await readTokenSentTo(email);
    const withdrawn = await send(app, admin, 'DELETE', `/api/invitations/${id}`);
    expect(withdrawn.statusCode).toBe(204);
    expect(await isListed()).toBe(false);
    expect((await accept(token)).statusCode).toBe(410);
    const again = await send(app, admin, 'DELETE', `/api/invitations/${id}`);
    expect([again.statusCode, again.body]).toEqual([404, 'Invitation not found.']);
  });

  test('is for staff roles, and can be sent only by admins', async () => {
    const refused = await invite(unusedEmail(), 'customer');
    expect([refused.statusCode, refused.body]).toEqual([
      400,
      'Please choose Mechanic, Service Advisor, or Admin.',
    ]);
    const advisor = await makePerson(app, 'service_advisor');
    expect((await invite(unusedEmail(), 'mechanic', advisor)).statusCode).toBe(403);
    expect((await invite(unusedEmail(), 'mechanic', null)).statusCode).toBe(401);
  });

  test('is refused if the person already has the role or is deactivated', async () => {
    for (const role of ['mechanic', 'service_advisor', 'admin'] as const) {
      const person = await makePerson(app, role);
      const refused = await invite(person.email, role);
      const label = roleLabels[role].toLowerCase();
      expect([refused.statusCode, refused.body]).toEqual([
        409,
        `Someone with this address is already ${role === 'admin' ? 'an' : 'a'} ${label}.`,
      ]);
    }
    const deactivated = await makePerson(app, 'customer');
    await send(app, admin, 'POST', `/api/users/${deactivated.id}/activation`, { active: false });
    expect((await invite(deactivated.email, 'mechanic')).body).toBe(
      'The account with this address is deactivated. Please reactivate it instead.',
    );
  });

  test('replaces an open invitation for the same email address, even if several are sent concurrently', async () => {
    const email = unusedEmail();
    const first = await inviteAndReadToken(email, 'mechanic');
    const second = await inviteAndReadToken(email, 'admin');
    expect((await readDetails(first)).statusCode).toBe(410);
    expect((await readDetails(second)).json<InvitationDetails>()).toEqual({
      email,
      role: 'admin',
      hasAccount: false,
    });

    const sharedAddress = unusedEmail();
    const sent = await Promise.all([1, 2, 3, 4].map(() => invite(sharedAddress, 'mechanic')));
    expect(sortedStatuses(sent)).toEqual([201, 201, 201, 201]);
    const openInvitations = await read<Invitation[]>(app, admin, '/api/invitations');
    expect(openInvitations.filter((invitation) => invitation.email === sharedAddress)).toHaveLength(
      1,
    );
  });

  test('expires after seven days, and becomes valid again when resent @people.invitations', async () => {
    const email = unusedEmail();
    const { id } = (await invite(email, 'service_advisor')).json<Invitation>();
    const first = await readTokenSentTo(email);
    const start = app.clock.now();
    try {
      app.clock.set(new Date(start.getTime() + 7 * dayMs - 1));
      expect((await readDetails(first)).statusCode).toBe(200);
      app.clock.set(new Date(start.getTime() + 7 * dayMs));
      const lateResponse = await accept(first);
      expect([lateResponse.statusCode, lateResponse.body]).toEqual([
        410,
        'This invitation is no longer valid. Please ask for a new one.',
      ]);
      expect((await readDetails(first)).statusCode).toBe(410);
      const listed = await read<Invitation[]>(app, admin, '/api/invitations');
      expect(listed.find((invitation) => invitation.id === id)).toMatchObject({ expired: true });

      const other = await makePerson(app, 'admin', { firstName: 'Cy', lastName: 'Fox' });
      const sent = await send(app, other, 'POST', `/api/invitations/${id}/resend`);
      expect(sent.json()).toMatchObject({ id, expired: false, invitedBy: 'Cy Fox' });
      expect((await readDetails(first)).statusCode).toBe(410);
      expect((await accept(await readTokenSentTo(email))).statusCode).toBe(204);
    } finally {
      app.clock.set(start);
    }
  });

  test('is deleted thirty days after it expires, if no one accepts it', async () => {
    const email = unusedEmail();
    const { id } = (await invite(email, 'mechanic')).json<Invitation>();
    const end = app.clock.now().getTime() + 7 * dayMs;
    const existsAfterCleanUp = async (at: number) => {
      await cleanUp(app.store, new Date(at));
      return (await findInvitation(app.store.kysely, id)) !== null;
    };
    expect(await existsAfterCleanUp(end + 30 * dayMs)).toBe(true);
    expect(await existsAfterCleanUp(end + 30 * dayMs + 1)).toBe(false);
  });

  test('cannot be sent again if it does not exist or the person already has the role', async () => {
    expect((await send(app, admin, 'POST', '/api/invitations/999999/resend')).statusCode).toBe(404);
    const person = await makePerson(app, 'customer');
    const { id } = (await invite(person.email, 'service_advisor')).json<Invitation>();
    await send(app, admin, 'POST', '/api/users/role', {
      userId: person.id,
      role: 'service_advisor',
    });
    expect((await send(app, admin, 'POST', `/api/invitations/${id}/resend`)).statusCode).toBe(409);
  });

  test('expires if its sender is demoted or deactivated; another admin can send it again', async () => {
    for (const cause of ['demotion', 'deactivation'] as const) {
      const inviter = await makePerson(app, 'admin');
      const email = unusedEmail();
      const token = await inviteAndReadToken(email, 'admin', inviter);
      const removal =
        cause === 'demotion'
          ? await send(app, admin, 'POST', '/api/users/role', {
              userId: inviter.id,
              role: 'customer',
            })
          : await send(app, admin, 'POST', `/api/users/${inviter.id}/activation`, {
              active: false,
            });
      expect(removal.statusCode).toBe(200);
      expect((await accept(token)).statusCode).toBe(410);
      const listed = await read<Invitation[]>(app, admin, '/api/invitations');
      const expired = listed.find((invitation) => invitation.email === email);
      expect(expired).toMatchObject({ expired: true });
      await send(app, admin, 'POST', `/api/invitations/${expired?.id}/resend`);
      expect((await readDetails(await readTokenSentTo(email))).statusCode).toBe(200);
    }
  });

  test('is never valid if it is sent while its sender is being demoted', async () => {
    const context = {
      ...app,
      publicUrl: 'http://localhost',
      storesEmail: true,
      claimVisitorBookings,
    };
    for (let round = 0; round < 4; round += 1) {
      const inviter = await makePerson(app, 'admin');
      const { id } = (await invite(unusedEmail(), 'mechanic')).json<Invitation>();
      const email = unusedEmail();
      // Calls the commands directly: over HTTP the request may be refused before the command runs.
      const [invited, resent, , demotion] = await Promise.all([
        invitePerson(context, inviter, { email, role: 'admin' }),
        resendInvitation(context, inviter, id),
        withdrawInvitation(context, inviter, 999_999),
        changeRole(app, admin, inviter.id, 'customer'),
      ]);
      expect(demotion.ok).toBe(true);
      for (const outcome of [invited, resent]) {
        if (!outcome.ok) expect(['not_allowed', 'not_signed_in']).toContain(outcome.refusal.code);
      }
      const ownInvitations = await app.store.kysely
        .selectFrom('invitations')
        .select('expires_at')
        .where('invited_by', '=', inviter.id)
        .execute();
      expect(ownInvitations.filter(({ expires_at }) => expires_at > app.clock.now())).toEqual([]);

      for (const outcome of [
        await invitePerson(context, inviter, { email: unusedEmail(), role: 'admin' }),
        await resendInvitation(context, inviter, id),
        await withdrawInvitation(context, inviter, id),
      ]) {
        // The demotion ended the sender's sessions, and a command requires an open session.
        expect(outcome).toMatchObject({ ok: false, refusal: { code: 'not_signed_in' } });
      }
    }
  });

  test('with an unknown token gets the same response as one with an expired token', async () => {
    for (const token of ['not-a-token', 'x'.repeat(43)]) {
      expect((await readDetails(token)).statusCode).toBe(410);
      expect((await accept(token)).statusCode).toBe(410);
    }
  });
});
