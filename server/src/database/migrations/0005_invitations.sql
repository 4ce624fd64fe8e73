-- How staff come in (decision D3): by an e-mailed invitation; the first admin by the set-up.

-- Open invitations, one an address. An accepted or a withdrawn one is removed; an expired one
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

-- The one token by which the first admin is made: of several processes that start on a database
-- without an admin, the newest one's counts.
create table set_up_token (
  only_one boolean primary key default true check (only_one),
  token_hash text not null,
  made_at timestamptz not null
);
