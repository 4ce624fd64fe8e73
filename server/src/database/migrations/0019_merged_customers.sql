-- Customers who turned out to be the same person: one record stays, and the other one's is removed. The old id
-- still leads to the record that stays.

create table merged_customers (
  -- The removed record.
  id text primary key,
  into_id text not null references people on delete cascade,
  -- The removed record's name, which the audit trail shows.
  name text not null,
  merged_at timestamptz not null
);

create index merged_customers_by_target on merged_customers (into_id);

-- Messages stay append-only. Merging their person into another moves them behind that person's own messages.
create or replace function refuse_message_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.person_id, new.number, new.author_id, new.client_id, new.sent_at)
      = (old.person_id, old.number, old.author_id, old.client_id, old.sent_at)
      and (new.text is null or old.text like
        replace(replace(replace(replace(new.text, '\', '\\'), '%', '\%'), '_', '\_'), '…', '%'))
    then return new; end if;
    if (new.client_id, new.sent_at) = (old.client_id, old.sent_at)
      and new.text is not distinct from old.text
      and exists (select from merged_customers where id = old.person_id and into_id = new.person_id)
      and (new.author_id = old.author_id or (old.author_id, new.author_id) = (old.person_id, new.person_id))
    then return new; end if;
  end if;
  raise exception 'Messages are append-only.' using errcode = 'insufficient_privilege';
end $$;

alter table audit_entries
  drop constraint audit_entries_action_check,
  add constraint audit_entries_action_check
    check (action in ('created', 'changed', 'deleted', 'erased', 'viewed', 'merged'));

insert into audit_columns (table_name, column_name, class) values
  ('merged_customers', 'id', 'ignored'),
  ('merged_customers', 'into_id', 'plain'),
  ('merged_customers', 'name', 'personal'),
  ('merged_customers', 'merged_at', 'ignored');

select audit_table('merged_customers', 'user', 'id', 'into_id', action => 'merged', events => 'insert');
