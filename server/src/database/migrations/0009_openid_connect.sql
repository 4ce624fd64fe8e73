-- Signing in by an OpenID Connect provider (decision D3; docs/decisions/0008-openid-connect.md).
-- Who somebody is at a provider stands in `accounts`: provider_id is the issuer, account_id the
-- subject, which together are unique for ever (OpenID Connect Core 1.0, section 2).

-- A sign-in that was begun and whose answer is awaited; taken out when it comes, so once.
create table sign_in_attempts (
  -- SHA-256 of the browser's mark and the state: an answer in another browser finds nothing.
  hash text primary key,
  provider text not null,
  nonce text not null,
  verifier text not null,
  return_to text not null,
  expires_at timestamptz not null
);

create index sign_in_attempts_by_end on sign_in_attempts (expires_at);

-- Sessions that came from a provider, with what it asks for when they are signed out.
create table provider_sessions (
  session_id text primary key references sessions (id) on delete cascade,
  provider text not null,
  id_token text not null
);

insert into audit_columns (table_name, column_name, class, reason) values
  ('sign_in_attempts', '*', 'ignored', 'kept for minutes; what they bring about is audited'),
  ('provider_sessions', '*', 'ignored', 'beside a session, which is audited');
