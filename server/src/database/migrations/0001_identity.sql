-- People and their sessions. The first four tables are better-auth's, with our
-- column names; what a person may do follows from users.role alone.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

create table users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  first_name text not null default '',
  last_name text not null default '',
  phone text,
  role text not null default 'customer'
    check (role in ('customer', 'mechanic', 'service_advisor', 'admin')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index users_by_role on users (role, last_name, first_name, id);
create index users_by_name on users (last_name, first_name, id);
create index users_search on users
  using gin ((lower(first_name || ' ' || last_name || ' ' || email)) gin_trgm_ops);

create table sessions (
  id text primary key,
  token text not null unique,
  user_id text not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index sessions_by_user on sessions (user_id);

create table accounts (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);

create index accounts_by_user on accounts (user_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index verifications_by_identifier on verifications (identifier);

-- A mechanic is a user with a working life: skills, hours, a switch and a place.
-- Their shown status is `on_job` while a job of theirs is in progress, else this switch.
create table mechanics (
  user_id text primary key references users (id),
  active boolean not null default true,
  available boolean not null default false,
  skills text[] not null default '{}',
  last_active_at timestamptz,
  latitude double precision,
  longitude double precision,
  position_at timestamptz,
  check ((latitude is null) = (longitude is null)),
  check (latitude between -90 and 90),
  check (longitude between -180 and 180)
);

-- Local times of the business. Weekday 0 is Sunday, as in the specification's week.
create table working_hours (
  mechanic_id text not null references mechanics (user_id) on delete cascade,
  weekday smallint not null check (weekday between 0 and 6),
  starts time not null,
  ends time not null check (ends > starts),
  primary key (mechanic_id, weekday, starts)
);

create table time_off (
  id integer generated always as identity primary key,
  mechanic_id text not null references mechanics (user_id) on delete cascade,
  during tsrange not null check (not isempty(during)),
  reason text
);

create index time_off_by_mechanic on time_off using gist (mechanic_id, during);

create table holidays (
  date date primary key,
  name text not null
);
