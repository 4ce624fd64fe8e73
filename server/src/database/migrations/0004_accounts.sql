-- Real accounts (decision D3): who may come in, by what, and the messages that prove an address.

-- Deactivated people may not come in; their history stays.
alter table users add column active boolean not null default true;
-- Someone who deleted their account: the row stays for its history, without the name.
alter table users add column deleted_at timestamptz;

-- better-auth's two-factor plugin, with our column names. The secret and the backup codes are
-- encrypted by it.
alter table users add column two_factor_enabled boolean not null default false;

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

-- A code of an authenticator app counts once, though it is right for a minute or more.
create table used_codes (
  user_id text not null references users (id) on delete cascade,
  code text not null,
  used_at timestamptz not null,
  primary key (user_id, code)
);

-- What a link in a message carries, kept as its SHA-256: for one use and a limited time.
create table account_tokens (
  hash text primary key,
  user_id text not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'change_email', 'reset_password')),
  -- The address it was sent to, and so proves.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index account_tokens_by_user on account_tokens (user_id, purpose);

-- Messages, written by the transaction that needs them and sent after it. Without a mail server
-- they are `kept` for an admin to read. The text goes once it is sent, or can do no more good.
create table mails (
  id integer generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text,
  state text not null check (state in ('queued', 'sent', 'kept', 'failed')),
  -- When the link in the text ends, if there is one.
  secret_until timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  check (state <> 'queued' or text is not null)
);

create index mails_queued on mails (next_attempt_at, id) where state = 'queued';
create index mails_unsent on mails (id) where state in ('kept', 'failed');
create index mails_by_recipient on mails (recipient);

create function tell_of_mails() returns trigger language plpgsql as $$
begin
  notify mails;
  return null;
end $$;

create trigger mail_written after insert on mails
  for each statement execute function tell_of_mails();

-- A person's picture, by a name nobody can guess; small, and kept as base64.
create table pictures (
  name text primary key,
  user_id text not null unique references users (id) on delete cascade,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  base64 text not null,
  created_at timestamptz not null
);
