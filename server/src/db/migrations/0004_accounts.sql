-- Real accounts (decision D3): who may come in, and by what.

-- Deactivated people may not come in; their history stays.
alter table users add column active boolean not null default true;
