-- Web push: messages that a person's browsers show as notifications, even while no page is open.

-- The key pair with which the server identifies itself to push services (RFC 8292), created at the first start. A push
-- subscription works only with the key it was made for.
create table push_keys (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  private_key text not null
);

-- The browsers in which people have turned notifications on.
create table push_subscriptions (
  id integer generated always as identity primary key,
  account_id text not null references accounts on delete cascade,
  -- The session in which it was turned on. No foreign key: notifications continue after a session expires.
  session_id text not null,
  -- The URL at the browser's push service to which messages are sent.
  endpoint text not null unique,
  -- The keys that messages are encrypted with (RFC 8291).
  public_key text not null,
  auth_secret text not null,
  user_agent text,
  created_at timestamptz not null,
  -- When the push service last accepted a message for it.
  last_accepted_at timestamptz
);

create index push_subscriptions_by_account on push_subscriptions (account_id, id);
create index push_subscriptions_by_session on push_subscriptions (session_id);

-- Logging out, or ending a browser's session from elsewhere, ends its notifications. A session that expires does not:
-- people are reminded of appointments that are weeks away.
create function delete_push_subscriptions_of_session() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where session_id = old.id;
  return null;
end $$;

create trigger push_subscriptions_end after delete on sessions
  for each row when (old.expires_at > now()) execute function delete_push_subscriptions_of_session();

-- Deactivating an account also ends those whose sessions have expired.
create function delete_push_subscriptions_of_account() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where account_id = new.id;
  return null;
end $$;

create trigger push_subscriptions_end after update of active on accounts
  for each row when (old.active and not new.active) execute function delete_push_subscriptions_of_account();

insert into audit_columns (table_name, column_name, class, reason) values
  ('push_keys', '*', 'ignored', 'a secret that the server makes for itself'),
  ('push_subscriptions', '*', 'ignored', 'belong to a session, whose start and end are audited');
