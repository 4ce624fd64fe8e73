-- Erasing a person; see docs/decisions/0034-erasure.md.

-- Whose message it is: an address alone does not say, since people change theirs, and ask for links
-- to addresses that never become theirs. Null: an invitation of somebody who has no account.
alter table mails add column user_id text references users (id) on delete cascade;

update mails set user_id = users.id from users where email = recipient;
update mails set user_id = users.id
from audit_entries
join audit_personal p on entry_number = number
join users on users.id = owner_id
where audit_entries.subject = 'user' and mails.user_id is null
  and recipient in (p.before ->> 'email', p.after ->> 'email');
-- A link to an address that somebody wants to change to.
update mails set user_id = account_tokens.user_id from account_tokens
where mails.user_id is null and account_tokens.email = recipient;
-- Whatever is left was written to nobody known, such as to former addresses of deleted people or to
-- tell them of the deletion. It stays only where an invitation is still open.
delete from mails
where user_id is null and state <> 'queued'
  and not exists (select from invitations where invitations.email = recipient);

create index mails_by_user on mails (user_id);

-- A message may lose parts of its text, each of which becomes an ellipsis, or all of it; what is left
-- is what stood there. Nothing else of a message ever changes.
create or replace function keep_messages() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.person_id, new.number, new.author_id, new.client_id, new.sent_at)
      = (old.person_id, old.number, old.author_id, old.client_id, old.sent_at)
      and (new.text is null or old.text like
        replace(replace(replace(replace(new.text, '\', '\\'), '%', '\%'), '_', '\_'), '…', '%'))
    then return new; end if;
  end if;
  raise exception 'Messages are only added to.' using errcode = 'insufficient_privilege';
end $$;

-- Erasing a person finds the reasons they gave. Few events have one, so nothing else pays for it.
drop index appointment_events_declined;
create index appointment_events_reasons on appointment_events (actor_id)
  where detail ->> 'reason' is not null;

-- Forgets an invited address wherever the audit trail keeps it as nobody's, unless it is invited now, or
-- somebody's. Holds the lock of the chain from here on, as erase_personal_values does.
create function erase_invited_address(address text) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.invitations where email = address)
    or exists (select from public.users where email = address) then
    return;
  end if;
  perform pg_advisory_xact_lock(4203, 3);
  perform public.seal_audit(1000000);
  update public.audit_personal p set before = null, after = null, salt = null
  from public.audit_entries
  -- A view of a message belongs to nobody if it was written to no account.
  where subject in ('invitation', 'mail') and owner_id is null
    and number = entry_number and salt is not null
    and (p.before ->> 'email' = address or p.after ->> 'email' = address);
end $$;
revoke execute on function erase_invited_address(text) from public;
