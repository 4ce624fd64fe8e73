-- How to get in where the car stands: a gate code, an entrance, a buzzer.
alter table appointments add column gate_code text
  constraint appointments_gate_code_length check (char_length(gate_code) between 1 and 60);

insert into audit_columns (table_name, column_name, class)
values ('appointments', 'gate_code', 'personal');

select audit_table('appointments', 'appointment', 'id', 'customer_id');
