-- Limits that a second process counts on, and open streams that end with their session.

-- One row for whoever is counted, by a keyed hash of their address or account (no address is
-- kept), as long as its window. Lost with a crash, and then counted anew: so it is not logged.
create unlogged table rate_limits (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

create index rate_limits_by_end on rate_limits (ends_at);

-- Whatever may end a session or change what it may do tells every process at the commit, whoever
-- made the change: each then asks again for its open streams. Identical notifications of one
-- transaction are one.
create function tell_sessions() returns trigger language plpgsql as $$
begin
  notify sessions;
  return null;
end $$;

create trigger session_ended after delete on sessions
  for each row when (old.expires_at > now()) execute function tell_sessions();
create trigger session_moved after update of token, user_id, expires_at on sessions
  for each row
  when (old.token <> new.token or old.user_id <> new.user_id or new.expires_at < old.expires_at)
  execute function tell_sessions();
create trigger standing_changed after update of role, active on users
  for each row when (old.role <> new.role or old.active <> new.active)
  execute function tell_sessions();
create trigger sessions_cleared after truncate on sessions
  for each statement execute function tell_sessions();
