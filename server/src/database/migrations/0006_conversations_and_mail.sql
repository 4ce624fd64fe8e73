-- Conversations of customers and mechanics with the office, and e-mail.

create table conversations (
  -- Whose conversation it is, and so its id: one per person.
  person_id text primary key references users (id),
  -- Messages are numbered under the lock of this row, so numbers follow the order of commits.
  last_number integer not null default 0,
  -- The number of each side's newest message, 0 before its first.
  last_person_number integer not null default 0,
  last_office_number integer not null default 0,
  -- Up to which message each side has read. The office shares one.
  person_read integer not null default 0,
  office_read integer not null default 0,
  last_at timestamptz not null,
  check (person_read between 0 and last_number),
  check (office_read between 0 and last_number)
);

create index conversations_by_time on conversations (last_at, person_id);
create index conversations_unread on conversations (last_at, person_id)
  where last_person_number > office_read;

create table messages (
  person_id text not null references conversations (person_id),
  number integer not null,
  author_id text not null references users (id),
  -- The sending client's id for it: a message sent again is not inserted twice.
  client_id uuid not null,
  -- Null: removed with the account of its author.
  text text check (char_length(text) between 1 and 4000),
  sent_at timestamptz not null,
  primary key (person_id, number),
  unique (author_id, client_id)
);

-- Messages are append-only. One may lose parts of its text, each of which becomes an ellipsis, or all of it;
-- what is left is what stood there.
create function refuse_message_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.person_id, new.number, new.author_id, new.client_id, new.sent_at)
      = (old.person_id, old.number, old.author_id, old.client_id, old.sent_at)
      and (new.text is null or old.text like
        replace(replace(replace(replace(new.text, '\', '\\'), '%', '\%'), '_', '\_'), '…', '%'))
    then return new; end if;
  end if;
  raise exception 'Messages are append-only.' using errcode = 'insufficient_privilege';
end $$;

create trigger append_only before update or delete on messages
  for each row execute function refuse_message_change();

-- E-mail, inserted by the transaction that needs it and sent after it. Without a mail server messages are
-- `kept` for an admin to read. The text is deleted once it is sent, or can do no more good.
create table mails (
  id integer generated always as identity primary key,
  -- Whose message it is: an address alone does not say, since people change theirs, and ask for links to
  -- addresses that never become theirs. Null: an invitation of somebody who has no account.
  user_id text references users (id) on delete cascade,
  recipient text not null,
  subject text not null,
  text text,
  state text not null check (state in ('queued', 'sent', 'kept', 'failed')),
  -- When the link in the text expires, if there is one.
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
create index mails_by_user on mails (user_id);

create function notify_mails() returns trigger language plpgsql as $$
begin
  notify mails;
  return null;
end $$;

create trigger mail_inserted after insert on mails
  for each statement execute function notify_mails();

-- Who was shown the link of a kept message: one row each time, for the audit trail, which keeps its entry
-- when the message is gone.
create table mail_views (
  id integer generated always as identity primary key,
  mail_id integer not null references mails (id) on delete cascade,
  subject text not null,
  -- The address it was written to, and who has that address here, if anybody.
  email text not null,
  recipient_id text references users (id) on delete cascade,
  viewed_at timestamptz not null
);
create index mail_views_by_mail on mail_views (mail_id);
create index mail_views_by_recipient on mail_views (recipient_id);
