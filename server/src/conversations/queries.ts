// Reads tables owned by these modules: accounts, appointments, mechanics
import { openStatuses } from '@curbwrench/contract/appointments/lifecycle';
import type { ConversationQuery, UnreadCounts } from '@curbwrench/contract/conversations/schemas';
import { isOfficeRole, type Role } from '@curbwrench/contract/people/roles';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { matchesName } from '../accounts/queries/users.ts';
import {
  afterCursor,
  joinWithAnd,
  limitTo,
  decodeCursor,
  orderBy,
  toPage,
  type Page,
  type SortColumn,
} from '../database/paging.ts';
import type { Database } from '../database/schema.ts';

type DatabaseHandle = Kysely<Database> | Transaction<Database>;

/** Which conversations a viewer may see: the office sees all of them, everyone else only their own. */
export interface ConversationScope {
  readonly kind: 'all' | 'own';
  /**
   * The viewer. A conversation has two sides, a person and the office. In their own conversation, viewers are on the
   * person's side, and in all others on the office's side.
   */
  readonly viewerId: string;
}

/** Returns which conversations this viewer may see. */
export function getConversationScope(viewer: {
  readonly id: string;
  readonly role: Role;
}): ConversationScope {
  return { kind: isOfficeRole(viewer.role) ? 'all' : 'own', viewerId: viewer.id };
}

/** A message with its author's name. */
export interface MessageRow {
  readonly person_id: string;
  readonly number: number;
  readonly author_id: string;
  readonly author_first_name: string;
  readonly author_last_name: string;
  readonly author_is_deleted: boolean;
  readonly client_id: string;
  readonly text: string | null;
  readonly sent_at: Date;
  /** The appointment whose link the author used to write without signing in; null if they were signed in. */
  readonly link_appointment_id: number | null;
  /** Whether it was sent as a text message. */
  readonly by_text: boolean;
}

/** A person's conversation with the office, as the viewer's side sees it. */
export interface ConversationRow {
  /** The person's id. */
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: Role;
  readonly image: string | null;
  readonly is_deleted: boolean;
  readonly can_receive: boolean;
  /** How messages reach a person without an account; empty for everyone else. */
  readonly reply_channels: readonly ('email' | 'sms')[];
  /** How many of the other side's messages the viewer's side has not read. */
  readonly unread: number;
  /** The number of the last message that the viewer's side has read; 0 if none. */
  readonly read_up_to: number;
  /** When the latest message was sent, as text with microseconds, for the cursor. */
  readonly last_at_text: string | null;
  readonly last_message: MessageRow | null;
}

type JoinedRow = Omit<ConversationRow, 'last_message'> & {
  readonly [Key in keyof MessageRow]: MessageRow[Key] | null;
};

/**
 * SQL condition for rows of `people u left join accounts s` who may write to the office: customers, mechanics,
 * and admins who work as mechanics.
 */
export const mayWriteToOffice = sql`(coalesce(s.role, 'customer') in ('customer', 'mechanic')
  or (s.role = 'admin' and exists (
    select 1 from mechanics w where w.person_id = u.id and w.active)))`;

/** The SQL list of the channels through which messages reach a person of `people u` who has no account. */
const replyChannels = sql`case when s.id is null and u.deleted_at is null then array_remove(array[
    case when u.email is not null then 'email' end,
    case when textable_number(u.id) is not null then 'sms' end
  ], null) else '{}'::text[] end`;

/**
 * SQL condition: messages reach the person in row `u`. People with an account read messages in the application, if they
 * may write to the office. All others get them by email or text message.
 */
export const canReceive = sql`(u.deleted_at is null and
  case when s.id is null then cardinality(${replyChannels}) > 0 else s.active and ${mayWriteToOffice} end)`;

const newestConversationsFirst: SortColumn[] = [
  { column: sql`c.last_at`, descending: true, type: 'timestamptz' },
  { column: sql`c.person_id`, descending: true, type: 'text' },
];

const newestMessagesFirst: SortColumn[] = [
  { column: sql`m.number`, descending: true, type: 'int' },
];

const messageColumns = sql.raw(`
  m.person_id, m.number, m.author_id, m.client_id, m.sent_at, m.link_appointment_id, m.by_text,
  a.first_name as author_first_name, a.last_name as author_last_name,
  a.deleted_at is not null as author_is_deleted
`);

/** Returns one page of conversations, newest first; null if the cursor does not belong to this list. */
export async function listConversations(
  db: DatabaseHandle,
  scope: ConversationScope,
  query: ConversationQuery,
): Promise<Page<ConversationRow> | null> {
  const conditions = [scopeCondition(scope)];
  if (query.search) {
    conditions.push(sql`c.person_id in (select id from people where ${matchesName(query.search)})`);
  }
  if (query.unread) conditions.push(hasUnread(scope));
  if (query.cursor !== undefined) {
    const values = decodeCursor(query.cursor, newestConversationsFirst);
    if (!values) return null;
    conditions.push(afterCursor(newestConversationsFirst, values));
  }
  const limit = query.limit ?? 30;
  const { rows } = await sql<JoinedRow>`
    select ${conversationColumns(scope)}
    from conversations c join people u on u.id = c.person_id
    left join accounts s on s.id = u.id ${withLastMessage}
    where ${joinWithAnd(conditions)} ${orderBy(newestConversationsFirst)} ${limitTo(limit + 1)}
  `.execute(db);
  return toPage(rows.map(toConversationRow), limit, (last) => [last.last_at_text ?? '', last.id]);
}

/**
 * Returns one person's conversation, even before its first message; null if the person has none that the viewer may
 * see.
 */
export async function findConversation(
  db: DatabaseHandle,
  scope: ConversationScope,
  personId: string,
): Promise<ConversationRow | null> {
  if (scope.kind === 'own' && personId !== scope.viewerId) return null;
  const { rows } = await sql<JoinedRow>`
    select ${conversationColumns(scope)}
    from people u left join accounts s on s.id = u.id
    left join conversations c on c.person_id = u.id ${withLastMessage}
    where u.id = ${personId}
      and (c.person_id is not null or (u.deleted_at is null and ${mayWriteToOffice}))
  `.execute(db);
  return rows[0] ? toConversationRow(rows[0]) : null;
}

/** Counts the conversations that have unread messages for the viewer's side, and the unread messages in them. */
export async function countUnread(
  db: DatabaseHandle,
  scope: ConversationScope,
): Promise<UnreadCounts> {
  const { rows } = await sql<UnreadCounts>`
    select count(*) as conversations, coalesce(sum(unread), 0)::bigint as messages
    from (
      select ${unreadCount(scope)} as unread from conversations c
      where ${scopeCondition(scope)} and ${hasUnread(scope)}
    ) as waiting
  `.execute(db);
  return rows[0] ?? { conversations: 0, messages: 0 };
}

/**
 * Returns one page of a conversation's messages, newest first. Message numbers never change and only increase, so
 * pages neither skip nor repeat messages. Null if the cursor does not belong to this list.
 */
export async function listMessages(
  db: DatabaseHandle,
  personId: string,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<Page<MessageRow> | null> {
  const conditions = [sql`m.person_id = ${personId}`];
  if (query.cursor !== undefined) {
    const values = decodeCursor(query.cursor, newestMessagesFirst);
    if (!values) return null;
    conditions.push(afterCursor(newestMessagesFirst, values));
  }
  const limit = query.limit ?? 50;
  const { rows } = await sql<MessageRow>`
    select ${messageColumns}, m.text from messages m join people a on a.id = m.author_id
    where ${joinWithAnd(conditions)} ${orderBy(newestMessagesFirst)} ${limitTo(limit + 1)}
  `.execute(db);
  return toPage(rows, limit, (last) => [last.number]);
}

/** Returns a message by its author and client id; null if there is none. */
export async function findMessageByClientId(
  db: DatabaseHandle,
  authorId: string,
  clientId: string,
): Promise<MessageRow | null> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns}, m.text from messages m join people a on a.id = m.author_id
    where m.author_id = ${authorId} and m.client_id = ${clientId}::text::uuid
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * Returns the open appointment whose page lets a customer without an account reply: the one they last wrote about or,
 * if they wrote about none, the next one. Returns null if no appointment is open.
 */
export async function findReplyAppointment(
  db: DatabaseHandle,
  personId: string,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select a.id from appointments a
    where a.customer_id = ${personId} and a.status = any(${[...openStatuses]}::text[])
    order by (select max(m.number) from messages m
      where m.person_id = ${personId} and m.link_appointment_id = a.id) desc nulls last,
      a.date, a.start_time, a.id
    limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}

const withLastMessage = sql`
  left join messages m on m.person_id = c.person_id and m.number = c.last_number
  left join people a on a.id = m.author_id`;

function conversationColumns(scope: ConversationScope): RawBuilder<unknown> {
  return sql`u.id, u.first_name, u.last_name, coalesce(s.role, 'customer') as role, u.image,
    u.deleted_at is not null as is_deleted,
    ${canReceive} as can_receive, ${replyChannels} as reply_channels,
    coalesce(${unreadCount(scope)}, 0) as unread, coalesce(${readMarker(scope)}, 0) as read_up_to,
    to_char(c.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as last_at_text,
    ${messageColumns}, left(m.text, 200) as text`;
}

function scopeCondition(scope: ConversationScope): RawBuilder<unknown> {
  return scope.kind === 'all' ? sql`true` : sql`c.person_id = ${scope.viewerId}`;
}

/** Returns the SQL for the read marker of the viewer's side. */
function readMarker({ viewerId }: ConversationScope): RawBuilder<unknown> {
  return sql`case when c.person_id = ${viewerId} then c.person_last_read_number
    else c.office_last_read_number end`;
}

/** Returns the SQL for how many of the other side's messages come after the read marker. */
function unreadCount(scope: ConversationScope): RawBuilder<unknown> {
  return sql`(select count(*) from messages n
    where n.person_id = c.person_id and n.number > ${readMarker(scope)}
      and (n.author_id = n.person_id) = (c.person_id <> ${scope.viewerId}))`;
}

/** Returns the SQL condition that `unreadCount` is more than zero; for the office, it can use an index. */
function hasUnread({ kind, viewerId }: ConversationScope): RawBuilder<unknown> {
  const toPerson = sql`c.person_id = ${viewerId} and c.last_office_number > c.person_last_read_number`;
  return kind === 'own'
    ? sql`(${toPerson})`
    : sql`((c.last_person_number > c.office_last_read_number and c.person_id <> ${viewerId}) or (${toPerson}))`;
}

function toConversationRow(row: JoinedRow): ConversationRow {
  const {
    person_id,
    number,
    author_id,
    client_id,
    sent_at,
    text,
    link_appointment_id,
    by_text,
    ...rest
  } = row;
  const { author_first_name, author_last_name, author_is_deleted, ...conversation } = rest;
  if (person_id === null || number === null || author_id === null) {
    return { ...conversation, last_message: null };
  }
  return {
    ...conversation,
    last_message: {
      person_id,
      number,
      author_id,
      author_first_name: author_first_name ?? '',
      author_last_name: author_last_name ?? '',
      author_is_deleted: author_is_deleted ?? false,
      client_id: client_id ?? '',
      text,
      sent_at: sent_at ?? new Date(0),
      link_appointment_id,
      by_text: by_text ?? false,
    },
  };
}
