-- The business's texts that visitors read: the questions on the landing page, and the pages at /privacy and /terms.
-- Null: the default text, which follows the settings.
alter table business
  add column questions_text text check (char_length(questions_text) between 1 and 6000),
  add column privacy_text text check (char_length(privacy_text) between 1 and 15000),
  add column terms_text text check (char_length(terms_text) between 1 and 15000),
  -- Saving names the version that was edited, so that nobody overwrites what they have not seen.
  add column texts_version integer not null default 1;

insert into audit_columns (table_name, column_name, class) values
  ('business', 'questions_text', 'plain'),
  ('business', 'privacy_text', 'plain'),
  ('business', 'terms_text', 'plain'),
  ('business', 'texts_version', 'ignored');

-- Watches the new columns, too.
select audit_table('business', 'business', 'only_one', events => 'update');
