-- The conversations of customers and mechanics with the office (issue 4, 3): what is said is only
-- ever added to, and how far each side has read stands beside it.

create table conversations (
  -- Whose conversation it is, and so its id: one each.
  person_id text primary key references users (id),
  -- Messages are numbered under the lock of this row, so numbers follow the order of the commits.
  last_number integer not null default 0,
  -- The number of each side's newest message, 0 before its first.
  last_person_number integer not null default 0,
  last_office_number integer not null default 0,
  -- Up to which message each side has read. The office has one mark for all of it.
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
  -- The sending client's own name for it: the same message sent again is not there twice.
  client_id uuid not null,
  -- Null: removed with the account of the person who wrote it.
  text text check (char_length(text) between 1 and 4000),
  sent_at timestamptz not null,
  primary key (person_id, number),
  unique (author_id, client_id)
);

-- A person's own words go with their account; nothing else of a message ever changes.
create function keep_messages() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.text is null and (new.person_id, new.number, new.author_id, new.client_id, new.sent_at)
      = (old.person_id, old.number, old.author_id, old.client_id, old.sent_at)
    then return new; end if;
  end if;
  raise exception 'Messages are only added to.' using errcode = 'insufficient_privilege';
end $$;

create trigger only_added before update or delete on messages
  for each row execute function keep_messages();

insert into audit_columns (table_name, column_name, class, reason) values
  ('conversations', '*', 'ignored', 'follows from the messages, and how far they were read'),
  ('messages', '*', 'ignored', 'a history itself, only ever added to');

-- What was read is taken off the bells of a whole side at once.
create index notifications_unread_messages on notifications (subject_id)
  where subject = 'conversation' and read_at is null;
