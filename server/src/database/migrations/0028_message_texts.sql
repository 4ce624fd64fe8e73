-- The texts of messages that an admin has changed. All others are in the program (`messaging/rules/default-texts.ts`).

create table message_texts (
  id text generated always as (kind || '.' || channel) stored primary key,
  kind text not null,
  channel text not null check (channel in ('email', 'sms', 'push')),
  -- The subject of an email or the title of a push notification; null for a text message.
  subject text check (char_length(subject) between 1 and 150),
  body text not null check (char_length(body) between 1 and 4000),
  -- Saving names the version that was edited, so that nobody overwrites what they have not seen. Never used twice, not
  -- even after the text was reset and changed again.
  version integer generated always as identity,
  updated_at timestamptz not null,
  updated_by text references people,
  unique (kind, channel)
);

insert into audit_columns (table_name, column_name, class) values
  ('message_texts', 'id', 'ignored'),
  ('message_texts', 'kind', 'ignored'),
  ('message_texts', 'channel', 'ignored'),
  ('message_texts', 'subject', 'plain'),
  ('message_texts', 'body', 'plain'),
  ('message_texts', 'version', 'ignored'),
  ('message_texts', 'updated_at', 'ignored'),
  ('message_texts', 'updated_by', 'ignored');

select audit_table('message_texts', 'message_text', 'id', action => 'changed');
