-- What an appointment consists of: its services, what the customer's plan takes off, and the call-out fee.

-- Changes that are not in the chain yet contain the columns that are dropped below.
select seal_audit(2147483647);

create table appointment_lines (
  appointment_id integer not null references appointments (id),
  -- From 1. The first line is a service, and what a plan takes off a service follows it.
  position smallint not null check (position > 0),
  kind text not null check (kind in ('service', 'fee', 'discount')),
  service_id integer references services (id),
  -- The name at booking; later changes of the service, the plan or the area leave it alone.
  description text not null,
  quantity numeric(8, 2) not null check (quantity > 0),
  -- A discount's is negative, so that the total is the plain sum of all lines.
  unit_price numeric(10, 2) not null,
  -- Minutes, as booked.
  duration integer check (duration >= 0),
  -- The interval whose included use pays for the service. A use is a line of an appointment that is not
  -- cancelled, so cancelling returns it.
  included_in integer references subscription_periods (id),
  primary key (appointment_id, position),
  check (position > 1 or kind = 'service'),
  check ((kind = 'service') = (service_id is not null)),
  check ((kind = 'service') = (duration is not null)),
  check (kind = 'service' or included_in is null),
  check (case when kind = 'discount' then unit_price <= 0 else unit_price >= 0 end)
);

-- Appointments from before get the lines that their history describes: the price of the service, what a
-- plan took off it, and the call-out fee. Without such terms, or where they do not add up to the stored
-- price, that price is the service's.
insert into appointment_lines (
  appointment_id, position, kind, service_id, description, quantity, unit_price, duration, included_in
)
select a.id, line.position, line.kind,
  case line.kind when 'service' then a.service_id end,
  line.description, 1, line.unit_price,
  case line.kind when 'service' then extract(epoch from a.end_time - a.start_time)::integer / 60 end,
  case line.kind when 'service' then a.included_in end
from appointments a
join services s on s.id = a.service_id
left join lateral (
  select detail from appointment_events
  where appointment_id = a.id and kind = 'booked' order by id limit 1
) booked on true
cross join lateral (
  select (booked.detail ->> 'servicePrice')::numeric(10, 2) as service_price,
    booked.detail ->> 'plan' as plan, booked.detail ->> 'area' as area,
    case when booked.detail ->> 'area' is null then 0
      else coalesce((booked.detail ->> 'callOutFee')::numeric(10, 2), 0) end as fee
) stored
cross join lateral (select stored.service_price + stored.fee - a.price as amount) reduction
cross join lateral (
  select coalesce(reduction.amount = 0
    or stored.plan is not null and reduction.amount between 0 and stored.service_price, false) as add_up
) terms
cross join lateral (
  select 1 as position, 'service' as kind, s.name as description,
    case when terms.add_up then stored.service_price else a.price end as unit_price
  union all
  select 2, 'discount',
    case when reduction.amount = stored.service_price then 'Included in the ' || stored.plan || ' plan'
      else stored.plan || ' plan discount' end,
    -reduction.amount
  where terms.add_up and reduction.amount > 0
  union all
  select case when reduction.amount > 0 then 3 else 2 end, 'fee', 'Call-out fee, ' || stored.area, stored.fee
  where terms.add_up and stored.fee > 0
) line;

drop trigger audited on appointments;
-- `service_id` stays: it is the service of the first line, which never changes, so that a search by
-- service reads appointments in their order (docs/decisions/0051-appointment-lines.md).
alter table appointments drop column price, drop column included_in;
delete from audit_columns where table_name = 'appointments' and column_name in ('price', 'included_in');

create index appointment_lines_by_included_in on appointment_lines (included_in, service_id)
  where included_in is not null;
-- For searches by a service that is not the first one.
create index appointment_lines_by_added_service on appointment_lines (service_id, appointment_id)
  where kind = 'service' and position > 1;

insert into audit_columns (table_name, column_name, class) values
  ('appointment_lines', 'position', 'plain'),
  ('appointment_lines', 'kind', 'plain'),
  ('appointment_lines', 'service_id', 'plain'),
  ('appointment_lines', 'description', 'plain'),
  ('appointment_lines', 'quantity', 'plain'),
  ('appointment_lines', 'unit_price', 'plain'),
  ('appointment_lines', 'duration', 'plain'),
  ('appointment_lines', 'included_in', 'plain'),
  ('appointment_lines', 'appointment_id', 'ignored');

select audit_table('appointments', 'appointment', 'id', 'customer_id');
select audit_table('appointment_lines', 'appointment', 'appointment_id', action => 'changed');
