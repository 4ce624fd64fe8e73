-- A mechanic can undo the start of a job, as dispatch can undo a change on its board, and can note what was done when
-- completing it.

-- Whose change it is: dispatch's on its board, or a mechanic's start of a job. Of a start, `before` is the mechanic's
-- availability switch.
alter table undoable_changes
  add column kind text not null default 'dispatch' check (kind in ('dispatch', 'start'));
alter table undoable_changes alter column kind drop default;

-- What the mechanic did, as the mechanic noted when completing the job. The customer reads it.
alter table appointments
  add column work_note text constraint appointments_work_note_length
    check (char_length(work_note) between 1 and 2000);

insert into audit_columns (table_name, column_name, class) values
  ('appointments', 'work_note', 'personal');

select audit_table('appointments', 'appointment', 'id', 'customer_id');
