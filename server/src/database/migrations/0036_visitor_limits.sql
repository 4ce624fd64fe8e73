-- The limits on bookings without an account, as an admin edits them under Settings.
alter table business
  -- How many booking codes are sent to one mailbox, and requested from one network, within an hour.
  add column codes_per_mailbox integer not null default 3 check (codes_per_mailbox between 1 and 100),
  add column codes_per_network integer not null default 10 check (codes_per_network between 1 and 10000),
  -- How many booking codes are sent within a day.
  add column codes_per_day integer not null default 200 check (codes_per_day between 1 and 100000),
  -- How many bookings of a person without an account may wait for a mechanic.
  add column max_open_visitor_bookings integer not null default 2 check (max_open_visitor_bookings between 1 and 100);

insert into audit_columns (table_name, column_name, class) values
  ('business', 'codes_per_mailbox', 'plain'),
  ('business', 'codes_per_network', 'plain'),
  ('business', 'codes_per_day', 'plain'),
  ('business', 'max_open_visitor_bookings', 'plain');

select audit_table('business', 'business', 'only_one', events => 'update');
