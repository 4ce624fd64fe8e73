import {
  bookingDateProblem,
  defaultBookingRules,
  listAllStartTimes,
} from '@curbwrench/contract/scheduling/booking-rules';
import { addDays } from '@curbwrench/contract/fields/calendar';
import type { BenchDatabase, RunQuery } from './databases.ts';

/** The start times of a day under the default rules. */
const slotTimes = listAllStartTimes(defaultBookingRules);

/** A time slot, with the number of mechanics who are available for the service without moving any holds. */
export interface FreeSlot {
  readonly date: string;
  readonly startTime: string;
  readonly freeMechanics: number;
}

/** A customer who can book, with a vehicle. */
export interface BookingCustomer {
  readonly customerId: string;
  readonly vehicleId: number;
}

/** The data from which booking requests are created. */
export interface BookingInputs {
  readonly serviceId: number;
  readonly dates: readonly string[];
  readonly slots: readonly FreeSlot[];
  readonly customers: readonly BookingCustomer[];
  readonly mechanicIds: readonly string[];
}

/** A service that every mechanic can do, in less than an hour. */
const commonService = 'Oil & Filter Change';

/** A service that few mechanics can do, so that holds have to be moved to book it. */
export const scarceService = 'A/C Recharge';

/** Reads the data for booking requests from a database that no server is using. */
export function readBookingInputs(
  database: BenchDatabase,
  serviceName = commonService,
): Promise<BookingInputs> {
  return database.withConnection(async (query) => {
    const [service] = await query<{ id: number; duration: number; skill: string | null }>(
      'select id, duration, skill from services where name = $1',
      [serviceName],
    );
    const [dateRow] = await query<{ today: string }>(
      `select (now() at time zone 'America/Los_Angeles')::date::text as today`,
    );
    if (!service || !dateRow) throw new Error(`The database has no service "${serviceName}".`);
    const dates = Array.from({ length: 30 }, (_, day) => addDays(dateRow.today, day + 1)).filter(
      (date) => bookingDateProblem(date, dateRow.today, defaultBookingRules) === null,
    );
    const mechanics = await query<{ id: string }>(
      'select person_id as id from mechanics where active order by person_id',
    );
    return {
      serviceId: service.id,
      dates,
      slots: await findFreeSlots(query, dates, service),
      customers: await query<BookingCustomer>(
        `select distinct on (u.id) u.id as "customerId", v.id as "vehicleId"
         from accounts u join vehicles v on v.customer_id = u.id and v.is_active
         where u.role = 'customer' order by u.id, v.id`,
      ),
      mechanicIds: mechanics.map(({ id }) => id),
    };
  });
}

/** Returns the slots on these dates that have at least one available mechanic. */
function findFreeSlots(
  query: RunQuery,
  dates: readonly string[],
  service: { readonly duration: number; readonly skill: string | null },
): Promise<FreeSlot[]> {
  return query<FreeSlot>(
    `select d.date::text as date, left(s.starts::text, 5) as "startTime", count(*) as "freeMechanics"
     from unnest($1::date[]) d (date)
     cross join unnest($2::time[]) s (starts)
     cross join lateral (
       select tsrange(d.date + s.starts, d.date + s.starts + interval '1 minute' * $3::int) as during
     ) wanted
     join mechanics m on m.active and ($4::text is null or $4::text = any(m.skills))
       and exists (select from working_hours_on(d.date) h where h.mechanic_id = m.person_id
         and h.starts <= s.starts and s.starts + interval '1 minute' * $3::int <= h.ends)
       and not exists (select from holidays where holidays.date = d.date)
       and not exists (select from time_off o
         where o.mechanic_id = m.person_id and o.during && wanted.during)
       and not exists (select from appointments a
         where coalesce(a.mechanic_id, a.held_mechanic_id) = m.person_id and a.during && wanted.during
           and a.status in ('pending', 'unassigned', 'confirmed', 'in_progress'))
     group by 1, 2 order by 1, 2`,
    [dates, slotTimes, service.duration, service.skill],
  );
}
