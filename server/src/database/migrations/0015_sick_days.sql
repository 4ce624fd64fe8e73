-- Which time off was entered by "Sick Today". It lies within one day, until the end of which the mechanic is off sick.

alter table time_off add column sick boolean not null default false;

-- Until now the reason told it. The rows change their form only, which nobody did.
drop trigger audited on time_off;
update time_off set sick = true
where reason = 'Sick' and not by_mechanic
  and lower(during)::date = (upper(during) - interval '1 microsecond')::date;

insert into audit_columns (table_name, column_name, class) values ('time_off', 'sick', 'personal');

select audit_table('time_off', 'mechanic', 'mechanic_id', 'mechanic_id', action => 'changed');
