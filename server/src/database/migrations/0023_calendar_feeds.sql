-- Calendar feeds: secret addresses at which a calendar program reads the jobs of a mechanic, or all jobs, on behalf of
-- the person who created the address.

create table calendar_feeds (
  id integer generated always as identity primary key,
  owner_id text not null references accounts on delete cascade,
  -- Whose jobs it contains; null: all jobs.
  mechanic_id text references mechanics on delete cascade,
  -- The SHA-256 of the secret in its address.
  token_hash text not null unique,
  created_at timestamptz not null,
  unique nulls not distinct (owner_id, mechanic_id)
);
create index calendar_feeds_by_mechanic on calendar_feeds (mechanic_id);

insert into audit_columns (table_name, column_name, class) values
  ('calendar_feeds', 'id', 'ignored'),
  ('calendar_feeds', 'owner_id', 'ignored'),
  ('calendar_feeds', 'mechanic_id', 'plain'),
  ('calendar_feeds', 'token_hash', 'secret'),
  ('calendar_feeds', 'created_at', 'ignored');

select audit_table('calendar_feeds', 'user', 'owner_id', 'owner_id', action => 'changed');
