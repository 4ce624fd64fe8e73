-- Import and export of customers and vehicles as files. The files themselves are not stored.

-- The ids that imported customers have in the programs they come from, by which the next import knows them.
create table customer_sources (
  source text not null check (source in ('curbwrench', 'google', 'square', 'jobber', 'other')),
  source_id text not null check (char_length(source_id) between 1 and 100),
  customer_id text not null references people on delete cascade,
  primary key (source, source_id)
);
create index customer_sources_by_customer on customer_sources (customer_id, source);

-- Who imported or exported what, for the audit trail, which also has the actor.
create table customer_file_transfers (
  id text primary key,
  kind text not null check (kind in ('import', 'customer export', 'vehicle export')),
  -- The program that wrote an imported file.
  source text check (source in ('curbwrench', 'google', 'square', 'jobber', 'other')),
  -- Of an import: how many rows it was to import.
  row_count integer check (row_count > 0),
  at timestamptz not null
);

-- An import recognizes customers by their name and a phone number.
create index people_by_full_name on people (lower(first_name || ' ' || last_name));

insert into audit_columns (table_name, column_name, class, reason) values
  ('customer_sources', '*', 'ignored', 'written by an import, which is audited');
insert into audit_columns (table_name, column_name, class) values
  ('customer_file_transfers', 'id', 'ignored'),
  ('customer_file_transfers', 'kind', 'plain'),
  ('customer_file_transfers', 'source', 'plain'),
  ('customer_file_transfers', 'row_count', 'plain'),
  ('customer_file_transfers', 'at', 'ignored');

select audit_table('customer_file_transfers', 'customer_file', 'id', events => 'insert');
