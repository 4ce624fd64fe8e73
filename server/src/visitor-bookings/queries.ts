// Reads tables owned by these modules: accounts, appointments
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/**
 * Counts the bookings for today or later that are waiting for a mechanic and belong to people without an account who
 * verified an address of this mailbox (`getMailbox`). Excludes one person's bookings.
 */
export async function countOpenBookingsOfMailbox(
  trx: Transaction<Database>,
  mailbox: string,
  exceptPersonId: string,
  today: string,
): Promise<number> {
  const [name = '', domain = ''] = mailbox.split('@');
  // In the order of characters, the comma comes right after the plus sign. The range contains the addresses that begin
  // with "name+", and uses the index.
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from people p join appointments a on a.customer_id = p.id
    where (p.email = ${mailbox} or p.email ~>=~ ${`${name}+`} and p.email ~<~ ${`${name},`}
        and split_part(p.email, '@', 2) = ${domain})
      and p.email_verified_at is not null and p.id <> ${exceptPersonId}
      and not exists (select from accounts where accounts.id = p.id)
      and a.status = 'pending' and a.date >= ${today}::date
  `.execute(trx);
  return rows[0]?.count ?? 0;
}
