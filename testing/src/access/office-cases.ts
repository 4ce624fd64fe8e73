import { sql } from 'kysely';
import type { AccessCase, CaseObject } from './run-case.ts';
import type { BusinessWithMarkers } from './business-with-markers.ts';

/** Inserts an invitation from the second admin to a new person. */
async function makeInvitation(
  fixture: BusinessWithMarkers,
  viewerIndex: number,
): Promise<CaseObject> {
  const { rows } = await sql<{ id: number }>`
    insert into invitations (email, role, token_hash, invited_by, sent_at, expires_at)
    values (${`guest-${viewerIndex}-${Math.random()}@new.example`}, 'mechanic', ${`hash-${Math.random()}`},
      ${fixture.secondAdmin.id}, now(), now() + interval '7 days') returning id
  `.execute(fixture.store.kysely);
  return { id: rows[0]?.id ?? 0 };
}

/** Inserts an email that could not be sent. */
async function makeEmail(fixture: BusinessWithMarkers): Promise<CaseObject> {
  const { rows } = await sql<{ id: number }>`
    insert into emails (recipient, subject, text, state, next_attempt_at, created_at)
    values ('somebody@new.example', 'Hello', 'Some text.', 'stored', now(), now()) returning id
  `.execute(fixture.store.kysely);
  return { id: rows[0]?.id ?? 0 };
}

/** Returns the id of a message template, after deleting all edits by admins. */
async function resetMessageTemplates({ store }: BusinessWithMarkers): Promise<CaseObject> {
  await sql`delete from message_templates`.execute(store.kysely);
  return { id: 'moved.email' };
}

/** Inserts a message that was sent. */
async function makeSentMessage(fixture: BusinessWithMarkers): Promise<CaseObject> {
  const { rows } = await sql<{ id: number }>`
    insert into outbound_messages (kind, channel, person_id, state, subject, text, recipient,
      next_attempt_at, expires_at, created_at, sent_at)
    values ('moved', 'email', ${fixture.owner.id}, 'sent', 'Moved', 'Some text.', 'owner@new.example',
      now(), now(), now(), now()) returning id
  `.execute(fixture.store.kysely);
  return { id: rows[0]?.id ?? 0 };
}

const messageTemplateCase = {
  permission: 'message-templates',
  make: resetMessageTemplates,
  missingId: 'moved.letter',
} as const;
const invitationCase = { permission: 'people', make: makeInvitation, missingId: 999_999 } as const;

/** Invitations, emails, messages and the audit trail. */
export const officeCases: readonly AccessCase[] = [
  { ...invitationCase, name: 'invitations: list', endpoint: 'listInvitations', isList: true },
  {
    name: 'invitations: send',
    endpoint: 'invite',
    permission: 'people',
    body: (_, { viewerIndex, isRepeat }) => ({
      email: `invited-${viewerIndex}${isRepeat ? '-again' : ''}@new.example`,
      role: 'mechanic',
    }),
  },
  {
    ...invitationCase,
    name: 'invitations: resend',
    endpoint: 'resendInvitation',
    allowedStatus: 200,
  },
  { ...invitationCase, name: 'invitations: withdraw', endpoint: 'withdrawInvitation' },
  { name: 'emails', endpoint: 'listAccountEmails', permission: 'account-emails.list' },
  {
    name: 'emails: show one',
    endpoint: 'showAccountEmail',
    permission: 'account-emails.view',
    make: makeEmail,
    missingId: 999_999,
    allowedStatus: 200,
  },
  {
    name: 'message templates: list',
    endpoint: 'listMessageTemplates',
    permission: 'message-templates',
  },
  {
    ...messageTemplateCase,
    name: 'message templates: save',
    endpoint: 'saveMessageTemplate',
    body: (_, { viewerIndex, isRepeat }) => ({
      subject: `See you ${viewerIndex}`,
      body: `Until {{when}}${isRepeat ? ', then' : ''}.`,
      version: 0,
    }),
  },
  {
    ...messageTemplateCase,
    name: 'message templates: preview',
    endpoint: 'previewMessageTemplate',
    body: () => ({ subject: 'See you', body: 'Until {{when}}.' }),
    allowedStatus: 200,
  },
  { name: 'message channels', endpoint: 'getMessageChannels', permission: 'message-channels' },
  {
    name: 'message log',
    endpoint: 'listMessageLog',
    permission: 'message-log',
    isList: true,
    make: makeSentMessage,
  },
  { name: 'audit trail', endpoint: 'listAuditEntries', permission: 'audit.read' },
];
