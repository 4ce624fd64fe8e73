-- The logo, as a small picture that the server has checked, and the texts of the landing page; null: the default ones.
alter table business
  add column logo_name text check (logo_name ~ '^[A-Za-z0-9_-]{32}$'),
  add column logo_content_type text
    check (logo_content_type in ('image/png', 'image/jpeg', 'image/webp')),
  add column logo_base64 text check (char_length(logo_base64) <= 48000),
  add column landing_headline text check (char_length(landing_headline) between 1 and 120),
  add column landing_intro text check (char_length(landing_intro) between 1 and 400),
  add constraint business_logo check (
    num_nulls(logo_name, logo_content_type, logo_base64) in (0, 3)
  );

-- The setup checklist of a new business: the steps that an admin checked off by hand, and whether the admin's
-- dashboard shows it. What else is set up is seen in the data.
alter table business
  add column checked_steps text[] not null default '{}',
  add column checklist_shown boolean not null default true;

-- A business that is in use has been set up.
update business set checklist_shown = false where exists (select from appointments);

insert into audit_columns (table_name, column_name, class) values
  ('business', 'logo_name', 'plain'),
  ('business', 'logo_content_type', 'ignored'),
  ('business', 'logo_base64', 'ignored'),
  ('business', 'landing_headline', 'plain'),
  ('business', 'landing_intro', 'plain'),
  ('business', 'checked_steps', 'ignored'),
  ('business', 'checklist_shown', 'ignored');

-- Watches the new columns, too.
select audit_table('business', 'business', 'only_one', events => 'update');

-- The hours of one date are read for all mechanics with every request for its time slots.
create index working_day_exceptions_by_date on working_day_exceptions (date);
