import { sql } from 'kysely';
import type { AccessCase, CaseObject } from './run-case.ts';
import type { MarkedBusiness } from './marked-business.ts';

/** Sends an invitation by the second admin to a new person. */
async function makeInvitation(world: MarkedBusiness, turn: number): Promise<CaseObject> {
  const { rows } = await sql<{ id: number }>`
    insert into invitations (email, role, token_hash, invited_by, sent_at, expires_at)
    values (${`guest-${turn}-${Math.random()}@new.example`}, 'mechanic', ${`hash-${Math.random()}`},
      ${world.secondAdmin.id}, now(), now() + interval '7 days') returning id
  `.execute(world.store.kysely);
  return { id: rows[0]?.id ?? 0 };
}

/** Stores a message that could not be sent. */
async function makeMail(world: MarkedBusiness): Promise<CaseObject> {
  const { rows } = await sql<{ id: number }>`
    insert into mails (recipient, subject, text, state, next_attempt_at, created_at)
    values ('somebody@new.example', 'Hello', 'A text.', 'kept', now(), now()) returning id
  `.execute(world.store.kysely);
  return { id: rows[0]?.id ?? 0 };
}

const invitationCase = { row: 'people', make: makeInvitation, missing: 999_999 } as const;

/** Invitations, stored messages and the audit trail. */
export const officeCases: readonly AccessCase[] = [
  { ...invitationCase, name: 'invitations: list', call: 'listInvitations', lists: true },
  {
    name: 'invitations: send',
    call: 'invite',
    row: 'people',
    body: (_, { turn, again }) => ({
      email: `invited-${turn}${again ? '-again' : ''}@new.example`,
      role: 'mechanic',
    }),
  },
  { ...invitationCase, name: 'invitations: resend', call: 'resendInvitation', allowed: 200 },
  { ...invitationCase, name: 'invitations: withdraw', call: 'withdrawInvitation' },
  { name: 'mails', call: 'listMails', row: 'mails.read' },
  {
    name: 'mails: show one',
    call: 'showMail',
    row: 'mails.show',
    make: makeMail,
    missing: 999_999,
    allowed: 200,
  },
  { name: 'audit trail', call: 'listAuditEntries', row: 'audit.read' },
];
