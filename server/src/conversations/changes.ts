// Reads tables of: accounts
import type { MessageSide } from '@curbwrench/contract/conversations/schemas';
import { sql, type Transaction } from 'kysely';
import { canReceive, mayWriteToOffice } from './queries.ts';
import type { Database } from '../database/schema.ts';

type Trx = Transaction<Database>;

/** Whether the person of a conversation can be written to. */
export interface Correspondent {
  /** Whether they can read new messages: they are active and may have a conversation. */
  readonly canReceive: boolean;
  readonly hasConversation: boolean;
  /** Whether they may write to the office and their account is not deleted. */
  readonly mayHaveConversation: boolean;
}

/**
 * Locks a person, so that no one deactivates or deletes them before the message is inserted. Returns null if no
 * one has this id.
 */
export async function lockCorrespondent(trx: Trx, personId: string): Promise<Correspondent | null> {
  await trx.selectFrom('people').select('id').where('id', '=', personId).forShare().execute();
  // Read after the lock, which whoever deactivates or deletes someone waits for too.
  const { rows } = await sql<Correspondent>`
    select ${canReceive} as "canReceive",
      u.deleted_at is null and ${mayWriteToOffice} as "mayHaveConversation",
      exists (select 1 from conversations c where c.person_id = u.id) as "hasConversation"
    from people u left join accounts s on s.id = u.id where u.id = ${personId}
  `.execute(trx);
  return rows[0] ?? null;
}

/** Locks a person's conversation, creating it if needed, so that no other message is numbered meanwhile. */
export async function lockConversation(trx: Trx, personId: string, now: Date): Promise<void> {
  await sql`
    insert into conversations (person_id, last_at) values (${personId}, ${now})
    on conflict (person_id) do update set last_at = conversations.last_at
  `.execute(trx);
}

export interface NewMessage {
  readonly personId: string;
  readonly authorId: string;
  readonly clientId: string;
  readonly text: string;
}

/**
 * Adds a message at the end of a locked conversation and returns its number; null if its author
 * has meanwhile sent a message with the same client id.
 */
export async function insertMessage(
  trx: Trx,
  { personId, authorId, clientId, text }: NewMessage,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    with added as (
      insert into messages (person_id, number, author_id, client_id, text, sent_at)
      select person_id, last_number + 1, ${authorId}, ${clientId}::text::uuid, ${text}, ${now}
      from conversations where person_id = ${personId}
      on conflict (author_id, client_id) do nothing
      returning person_id, number, author_id
    )
    update conversations c set last_number = added.number,
      last_person_number = case when added.author_id = c.person_id then added.number else last_person_number end,
      last_office_number = case when added.author_id <> c.person_id then added.number else last_office_number end,
      last_at = greatest(last_at, ${now})
    from added where c.person_id = added.person_id
    returning added.number
  `.execute(trx);
  return rows[0]?.number ?? null;
}

/**
 * Moves one side's read mark forward to a message. Returns `all_read` if no message of the other side comes
 * after it, and `advanced` otherwise; `unchanged` if the mark was already there or beyond; `no_such_message` if
 * the conversation has no message with this number.
 */
export async function advanceReadMark(
  trx: Trx,
  side: MessageSide,
  personId: string,
  number: number,
): Promise<'advanced' | 'all_read' | 'unchanged' | 'no_such_message'> {
  const ownMark = sql.ref(side === 'person' ? 'person_read' : 'office_read');
  const otherSidesLast = sql.ref(side === 'person' ? 'last_office_number' : 'last_person_number');
  const advanced = await sql<{ isAllRead: boolean }>`
    update conversations set ${ownMark} = ${number}
    where person_id = ${personId} and ${ownMark} < ${number} and last_number >= ${number}
    returning ${otherSidesLast} <= ${number} as "isAllRead"
  `.execute(trx);
  const [row] = advanced.rows;
  if (row) return row.isAllRead ? 'all_read' : 'advanced';
  const { rows } = await sql`
    select 1 from conversations where person_id = ${personId} and last_number >= ${number}
  `.execute(trx);
  return rows.length > 0 ? 'unchanged' : 'no_such_message';
}
