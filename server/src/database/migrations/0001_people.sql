-- People, how they sign in, and their sessions. users, sessions, accounts, verifications and two_factors
-- are better-auth's tables with our column names. What a person may do follows from users.role alone.

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
  -- False: deactivated. They cannot sign in; their history stays.
  active boolean not null default true,
  -- Set: they deleted their account. The row stays for its history, without the name.
  deleted_at timestamptz,
  two_factor_enabled boolean not null default false,
  -- Incremented by every act that secures the account: a new password, ended sessions, a second factor
  -- or role that changed, deactivation. What was proven under an older number is void.
  security_stamp integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index users_by_role on users (role, last_name, first_name, id);
create index users_by_name on users (last_name, first_name, id);
create index users_search on users
  using gin ((lower(first_name || ' ' || last_name || ' ' || email)) gin_trgm_ops);

-- A deleted person stays deleted; otherwise marking someone deleted for a moment would be enough to make
-- the audit trail forget them. Always on, also where replication disables triggers.
create function refuse_undelete() returns trigger language plpgsql as $$
begin
  raise exception 'A deleted person stays deleted.' using errcode = 'insufficient_privilege';
end $$;
create trigger stays_deleted before update of deleted_at on users
  for each row when (old.deleted_at is not null and new.deleted_at is null)
  execute function refuse_undelete();
alter table users enable always trigger stays_deleted;

-- A person's picture, under a name that cannot be guessed; small, and stored as base64.
create table pictures (
  name text primary key,
  user_id text not null unique references users (id) on delete cascade,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  base64 text not null,
  created_at timestamptz not null
);

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

-- Every change that may end a session, or change what it may do, notifies every process at the commit;
-- each then checks its open streams again. Identical notifications of one transaction are one.
create function notify_sessions() returns trigger language plpgsql as $$
begin
  notify sessions;
  return null;
end $$;

create trigger session_ended after delete on sessions
  for each row when (old.expires_at > now()) execute function notify_sessions();
create trigger session_changed after update of token, user_id, expires_at on sessions
  for each row
  when (old.token <> new.token or old.user_id <> new.user_id or new.expires_at < old.expires_at)
  execute function notify_sessions();
create trigger role_or_active_changed after update of role, active on users
  for each row when (old.role <> new.role or old.active <> new.active)
  execute function notify_sessions();
create trigger sessions_truncated after truncate on sessions
  for each statement execute function notify_sessions();

-- How a person signs in: with a password, or through an OpenID Connect provider. There provider_id is the
-- issuer and account_id the subject, which together are unique forever (OpenID Connect Core 1.0, 2).
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

-- The secret and the backup codes are encrypted by better-auth.
create table two_factors (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

create index two_factors_by_user on two_factors (user_id);

-- A code of an authenticator app is accepted once, though it is valid for a minute or more.
create table used_totp_codes (
  user_id text not null references users (id) on delete cascade,
  code text not null,
  used_at timestamptz not null,
  primary key (user_id, code)
);

-- The tokens of e-mailed links, stored as SHA-256: for one use and a limited time.
create table account_tokens (
  hash text primary key,
  user_id text not null references users (id) on delete cascade,
  purpose text not null
    check (purpose in ('verify_email', 'change_email', 'cancel_email_change', 'reset_password')),
  -- The address the link was sent to, and therefore proves.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index account_tokens_by_user on account_tokens (user_id, purpose);

-- A sign-in through a provider whose response is awaited; deleted when it comes, so usable once.
create table sign_in_attempts (
  -- SHA-256 of the browser's cookie and the state: a response in another browser finds nothing.
  hash text primary key,
  provider text not null,
  nonce text not null,
  verifier text not null,
  return_to text not null,
  expires_at timestamptz not null
);

create index sign_in_attempts_by_end on sign_in_attempts (expires_at);

-- Sessions that came from a provider, with what it needs to end its own session.
create table provider_sessions (
  session_id text primary key references sessions (id) on delete cascade,
  provider text not null,
  id_token text not null
);

-- Open invitations of staff, one per address. An accepted or withdrawn one is deleted; an expired one
-- stays until it is sent again or withdrawn. The token itself is only in the message.
create table invitations (
  id integer generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  role text not null check (role in ('mechanic', 'service_advisor', 'admin')),
  -- SHA-256 in hexadecimal.
  token_hash text not null unique,
  invited_by text not null references users (id),
  sent_at timestamptz not null,
  expires_at timestamptz not null
);

create index invitations_by_inviter on invitations (invited_by);

-- The one token that creates the first admin: of several processes that start on a database without an
-- admin, the newest one's is valid.
create table set_up_token (
  only_one boolean primary key default true check (only_one),
  token_hash text not null,
  made_at timestamptz not null
);
