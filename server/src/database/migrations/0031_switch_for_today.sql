-- The availability switch counts on the business day on which it was pressed, and is forgotten with
-- it: `available` is how it was left, `switched_on` that day, `switched_at` the moment. Who has not
-- pressed it today works by their hours; so does everybody on the first day after this migration.
alter table mechanics add column switched_on date, add column switched_at timestamptz,
  add check ((switched_on is null) = (switched_at is null));

insert into audit_columns (table_name, column_name, class, reason) values
  ('mechanics', 'switched_on', 'ignored', null),
  ('mechanics', 'switched_at', 'ignored', null);
select audit_table('mechanics', 'mechanic', 'user_id', 'user_id');
