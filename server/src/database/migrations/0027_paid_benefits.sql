-- The plan's interval whose benefit, an included use or the discount, made an appointment's price,
-- so that dispatch can see which appointments depend on a fee that was never paid.
alter table appointments add column benefit_period_id integer references subscription_periods (id);
create index appointments_by_benefit_period on appointments (benefit_period_id)
  where benefit_period_id is not null;

update appointments set benefit_period_id = included_in where included_in is not null;

-- Of a discount, only the history of the booking told so far: by the plan's name.
update appointments a set benefit_period_id = (
  select p.id
  from appointment_events booked
  join subscriptions s on s.customer_id = a.customer_id and s.plan_name = booked.detail ->> 'plan'
  join subscription_periods p on p.subscription_id = s.id
  where booked.appointment_id = a.id and booked.kind = 'booked'
    and p.starts <= a.created_at::date and a.created_at::date < p.ends
  order by p.id desc limit 1
)
where a.benefit_period_id is null and a.status in ('pending', 'unassigned', 'confirmed', 'in_progress');

insert into audit_columns (table_name, column_name, class)
values ('appointments', 'benefit_period_id', 'ignored');
select audit_table('appointments', 'appointment', 'id', 'customer_id');
