-- What customers say about completed jobs. Everyone can read it, without the customer's last name.

create table reviews (
  id integer generated always as identity primary key,
  -- Each appointment is reviewed once, by its customer.
  appointment_id integer not null unique references appointments,
  customer_id text not null references people,
  -- The mechanic who did the job.
  mechanic_id text not null references mechanics (person_id),
  rating smallint not null check (rating between 1 and 5),
  -- Null if the customer wrote none, or if it was deleted with their account.
  text text constraint reviews_text_length check (char_length(text) between 1 and 2000),
  created_at timestamptz not null,
  -- Why the public does not see it. Never its rating.
  hidden_reason text check (hidden_reason in ('abuse', 'personal_data', 'off_topic')),
  hidden_at timestamptz,
  hidden_by text references people,
  -- The answer of the business.
  answer text constraint reviews_answer_length check (char_length(answer) between 1 and 2000),
  answered_at timestamptz,
  answered_by text references people,
  check ((hidden_reason is null) = (hidden_at is null) and (hidden_reason is null) = (hidden_by is null)),
  check ((answer is null) = (answered_at is null) and (answer is null) = (answered_by is null))
);

create index reviews_by_time on reviews (created_at, id);
create index reviews_by_mechanic on reviews (mechanic_id, created_at, id);
create index reviews_by_customer on reviews (customer_id);

insert into audit_columns (table_name, column_name, class) values
  ('reviews', 'id', 'ignored'),
  ('reviews', 'appointment_id', 'plain'),
  ('reviews', 'customer_id', 'plain'),
  ('reviews', 'mechanic_id', 'plain'),
  ('reviews', 'rating', 'plain'),
  ('reviews', 'text', 'personal'),
  ('reviews', 'created_at', 'ignored'),
  ('reviews', 'hidden_reason', 'plain'),
  ('reviews', 'hidden_at', 'ignored'),
  ('reviews', 'hidden_by', 'ignored'),
  ('reviews', 'answer', 'personal'),
  ('reviews', 'answered_at', 'ignored'),
  ('reviews', 'answered_by', 'ignored');

-- A customer without an account writes a review too, and then no signed-in person is named: it is the customer.
select audit_table('reviews', 'review', 'id', 'customer_id', by_owner => true);
