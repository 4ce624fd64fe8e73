// Reads tables of: business
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { BusinessSettings } from './rules/business-settings.ts';

/** The business's settings as one JSON object, for a `from business b`. */
const settingsObject = sql<BusinessSettings>`json_build_object(
  'name', b.name, 'timeZone', b.time_zone, 'currency', b.currency, 'phone', b.phone, 'address', b.address,
  'cityCentre', json_build_object('lat', b.latitude, 'lng', b.longitude),
  'cancelUntilHours', b.cancel_until_hours, 'maxOpenBookings', b.max_open_bookings,
  'plansBeforePayment', b.plans_before_payment, 'outsideAreas', b.outside_areas,
  'openingHours', b.opening_hours, 'startGapMinutes', b.start_gap_minutes, 'windowDays', b.window_days,
  'noticeHours', b.notice_hours, 'bufferMinutes', b.buffer_minutes,
  'jobsEndWithinHours', b.jobs_end_within_hours)`;

/** SQL for the business's settings, to read them in the statement that applies them. */
export const businessSettings = sql<BusinessSettings>`(select ${settingsObject} from business b)`;

/** Reads the business's settings and their version; null before the first start. */
export async function readBusiness(
  db: Kysely<Database>,
): Promise<{ readonly settings: BusinessSettings; readonly version: number } | null> {
  const { rows } = await sql<{ settings: BusinessSettings; version: number }>`
    select ${settingsObject} as settings, b.version from business b
  `.execute(db);
  return rows[0] ?? null;
}
