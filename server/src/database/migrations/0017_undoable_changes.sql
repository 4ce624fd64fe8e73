-- What dispatch changed on its board within the last seconds and can still undo, one row for each appointment. The
-- people concerned are notified when the row is removed without an undo.

create table undoable_changes (
  appointment_id integer primary key references appointments on delete cascade,
  -- The newest event of the history: whatever changed the appointment since has added another.
  event_id bigint not null,
  -- The columns of the appointment before the change.
  before jsonb not null,
  -- The events whose notifications wait.
  events jsonb not null,
  due_at timestamptz not null
);

create index undoable_changes_by_time on undoable_changes (due_at);

insert into audit_columns (table_name, column_name, class, reason) values
  ('undoable_changes', '*', 'ignored', 'kept for seconds; the changes themselves are recorded');
