-- What the history of a vehicle shows, and its color, by which a mechanic finds it at the curb.

alter table vehicles
  add column color text constraint vehicles_color_length check (char_length(color) between 1 and 30);

-- In miles, as the mechanic read it when the job was completed.
alter table appointments
  add column mileage integer check (mileage between 0 and 2000000);

insert into audit_columns (table_name, column_name, class) values
  ('vehicles', 'color', 'plain'),
  ('appointments', 'mileage', 'plain');

select audit_table('vehicles', 'vehicle', 'id', 'customer_id');
select audit_table('appointments', 'appointment', 'id', 'customer_id');
