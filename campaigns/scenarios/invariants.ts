import { verifyAuditTrail } from '@curbwrench/server/audit/chain-queries';
import type { TestApp } from '@curbwrench/testing/start-app';
import { sql, type RawBuilder } from 'kysely';

/**
 * SQL for the `reader` keys (everyone, a customer, a mechanic) whose stored totals include an appointment: see
 * migration 0004.
 */
const readers = (mechanic: string) =>
  sql.raw(`unnest(array['*', 'customer ' || customer_id, 'mechanic ' || ${mechanic}])`);

/** The possible violations of invariants, each with a query for the violating rows. */
const violations: Readonly<Record<string, RawBuilder<unknown>>> = {
  'two open appointments of one mechanic overlap or are closer than the buffer': sql`
    select a.id, b.id as other from appointments a join appointments b
      on a.id < b.id and a.date = b.date
      and a.date + a.start_time < b.date + b.end_time + b.buffer_minutes * interval '1 minute'
      and b.date + b.start_time < a.date + a.end_time + a.buffer_minutes * interval '1 minute'
      and coalesce(a.mechanic_id, a.held_mechanic_id) = coalesce(b.mechanic_id, b.held_mechanic_id)
    where a.status not in ('completed', 'cancelled') and b.status not in ('completed', 'cancelled')`,
  'an open appointment has a mechanic who no longer works here': sql`
    select a.id from appointments a
    left join mechanics on person_id = coalesce(mechanic_id, held_mechanic_id) and mechanics.active
    where status not in ('completed', 'cancelled') and person_id is null
      and coalesce(mechanic_id, held_mechanic_id) is not null`,
  'the mechanic of a hold lacks the skill or has declined the job': sql`
    select a.id from appointments a
    join mechanics m on m.person_id = held_mechanic_id
    where held_mechanic_id = any (declined_by) or exists (
      select from appointment_lines l join services s on s.id = l.service_id
      where l.appointment_id = a.id and skill is not null and skill <> all (skills))`,
  'a mechanic has two jobs in progress': sql`
    select mechanic_id from appointments where status = 'in_progress'
    group by mechanic_id having count(*) > 1`,
  'time off overlaps, is empty, or is a sick day that spans more than one date': sql`
    select a.id from time_off a left join time_off b
      on a.mechanic_id = b.mechanic_id and a.id <> b.id and a.during && b.during
    where b.id is not null or isempty(a.during)
      or (a.sick and upper(a.during) > lower(a.during)::date + 1)`,
  'appointment counts differ from a recount': differences(
    sql`select reader, status, sum(count)::int as count from appointment_counts
      group by reader, status having sum(count) <> 0`,
    sql`select reader, status, count(*)::int from appointments, ${readers('mechanic_id')} as reader
      where reader is not null group by reader, status`,
  ),
  'payment totals differ from a recount': differences(
    sql`select reader, status, sum(count)::int as count, sum(amount) as amount from payment_totals
      group by reader, status having sum(count) <> 0`,
    sql`select reader, p.status, count(*)::int, sum(p.amount - refunded_amount) from (
        select payments.*, mechanic_id from payments
        left join appointments on appointments.id = appointment_id
      ) as p, ${readers('mechanic_id')} as reader
      where reader is not null group by reader, p.status`,
  ),
  'refunds do not add up': sql`
    select p.id from payments p left join refunds r on r.payment_id = p.id
    group by p.id
    having p.refunded_amount <> coalesce(sum(r.amount), 0) or p.refunded_amount > p.amount
      or (p.status = 'refunded' and p.refunded_amount <> p.amount)`,
  'the line items of an appointment have a gap, do not start with its service, or total less than zero': sql`
    select a.id from appointments a left join appointment_lines l on l.appointment_id = a.id
    group by a.id
    having count(*) filter (where l.position = 1 and l.service_id = a.service_id) <> 1
      or max(l.position) <> count(*) or sum(l.quantity * l.unit_price) < 0
      or count(distinct l.service_id) <> count(l.service_id)`,
  'an appointment does not last as long as its services': sql`
    select a.id from appointments a join appointment_lines l on l.appointment_id = a.id
    group by a.id
    having sum(l.duration) <> extract(epoch from a.end_time - a.start_time) / 60`,
  'a use of a service that a plan includes is not discounted in full': sql`
    select l.appointment_id from appointment_lines l
    left join appointment_lines d on d.appointment_id = l.appointment_id
      and d.position = l.position + 1 and d.kind = 'discount'
    where l.included_in is not null and l.unit_price + coalesce(d.unit_price, 0) <> 0`,
  'a completed job does not have exactly one payment for the total of its line items': sql`
    select a.id from appointments a left join payments p on p.appointment_id = a.id
    where (a.status = 'completed') <> (p.id is not null) or p.amount <> (
      select sum(quantity * unit_price) from appointment_lines where appointment_id = a.id)`,
  'a customer used a service more often than the plan includes it': sql`
    select l.included_in, l.service_id from appointments a
    join appointment_lines l on l.appointment_id = a.id
    join subscription_periods p on p.id = l.included_in
    left join subscription_services s
      on s.subscription_id = p.subscription_id and s.service_id = l.service_id
    where a.status <> 'cancelled'
    group by l.included_in, l.service_id, s.uses having count(*) > coalesce(s.uses, 0)`,
  'two billing periods of a subscription overlap': sql`
    select a.subscription_id from subscription_periods a join subscription_periods b
      on a.subscription_id = b.subscription_id and a.number < b.number
    where a.ends > b.starts`,
  'the history of an appointment does not end with its status': sql`
    select a.id, a.status from appointments a join lateral (
      select kind from appointment_events e where e.appointment_id = a.id
        and kind in ('completed', 'cancelled') order by e.id desc limit 1
    ) as ending on true where ending.kind <> a.status
    union all
    select a.id, a.status from appointments a where a.status in ('completed', 'cancelled')
      and not exists (
        select from appointment_events e where e.appointment_id = a.id and e.kind = a.status)`,
  'the message count of a conversation is wrong': sql`
    select c.person_id from conversations c left join messages m on m.person_id = c.person_id
    group by c.person_id
    having c.last_number <> count(m.number) or c.last_number <> coalesce(max(m.number), 0)`,
  'data of a deleted person remains': sql`
    select u.id from people u where deleted_at is not null and (
      -- The last name that this campaign gives everyone.
      last_name = 'Participant' or phone is not null or email is not null
      or exists (select from accounts where accounts.id = u.id)
      or exists (select from credentials where account_id = u.id)
      or exists (select from sessions where account_id = u.id)
      or exists (select from messages where author_id = u.id and person_id = u.id and text is not null)
      or exists (select from vehicles where customer_id = u.id and plate_number is not null)
      -- The office's notes stay.
      or exists (
        select from appointments where customer_id = u.id and source <> 'office' and notes is not null))`,
};

/** Returns a query for the rows that only one of two queries returns. */
function differences(stored: RawBuilder<unknown>, recounted: RawBuilder<unknown>) {
  return sql`select * from (
    (${stored} except ${recounted}) union all (${recounted} except ${stored})
  ) as different`;
}

/** Throws an error with the violating rows if an invariant does not hold. */
export async function checkInvariants({ store }: TestApp): Promise<void> {
  const checks = Object.entries(violations).map(
    ([description, query]) =>
      sql`select ${description} as description, (select json_agg(row_to_json(found)) from (${query}) as found) as rows`,
  );
  const { rows } = await sql<{ description: string; rows: unknown }>`
    ${sql.join(checks, sql` union all `)}`.execute(store.kysely);
  const broken = rows.filter((row) => row.rows !== null);
  if (broken.length === 0) return;
  throw new Error(
    broken.map((row) => `${row.description}: ${JSON.stringify(row.rows)}`).join('\n'),
  );
}

/** Tables that the server derives from changes, and may write even between requests. */
const derivedTables = [
  'outbox',
  'notifications',
  // Messages are delivered in the background, which creates the links in them.
  'outbound_messages',
  'appointment_links',
  'rate_limits',
  'appointment_counts',
  'payment_totals',
  'audit_pending',
  'audit_entries',
  'audit_personal',
];

/** Returns a hash of all rows except those of `derivedTables`, and the id of the latest event. */
export async function fingerprint({
  store,
}: TestApp): Promise<{ rows: string; lastEventId: number }> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all (${derivedTables}::text[])
    order by relname`.execute(store.kysely);
  const hashes = tables.map(
    ({ name }) => sql`select string_agg(row, ',' order by row) as text from (
      select (to_jsonb(t) - ${ignoredColumns}::text[])::text as row from ${sql.table(name)} t
    ) as table_rows`,
  );
  const { rows } = await sql<{ rows: string; lastEventId: number }>`
    select md5(string_agg(coalesce(text, ''), ';')) as rows,
      (select coalesce(max(id), 0)::int from outbox) as "lastEventId"
    from (${sql.join(hashes, sql` union all `)}) as tables`.execute(store.kysely);
  const [found] = rows;
  if (!found) throw new Error('An aggregate query returned no row.');
  return found;
}

/** Columns that any request by a person may update, such as when they were last active. */
const ignoredColumns = ['last_active_at', 'updated_at', 'expires_at'];

/** Throws unless events are numbered in order and without gaps. */
export async function checkEventNumbers({ store }: TestApp): Promise<void> {
  await sql`select number_outbox()`.execute(store.kysely);
  const { rows } = await sql`
    select id, number, before from (
      select id, number, lag(number) over (order by id) as before from outbox
    ) as numbered where number is null or number <> before + 1`.execute(store.kysely);
  if (rows.length > 0) throw new Error(`Event numbers have gaps: ${JSON.stringify(rows)}`);
}

/** Seals all changes, and throws if the hash chain of the audit trail is invalid. */
export async function checkAuditTrail({ store }: TestApp): Promise<void> {
  await sql`select seal_audit(1000000)`.execute(store.kysely);
  const report = await verifyAuditTrail(store.kysely);
  if (!report.isIntact) throw new Error(`The audit trail is broken: ${JSON.stringify(report)}`);
}
