// Reads tables owned by these modules: business
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { BusinessSettings } from './rules/business-settings.ts';

/** SQL for the business's settings as one JSON object; needs `from business b`. */
const settingsObject = sql<BusinessSettings>`json_build_object(
  'name', b.name, 'timeZone', b.time_zone, 'currency', b.currency, 'phone', b.phone, 'address', b.address,
  'cityCenter', json_build_object('lat', b.latitude, 'lng', b.longitude),
  'cancellationCutoffHours', b.cancellation_cutoff_hours, 'maxOpenBookings', b.max_open_bookings,
  'maxOpenVisitorBookings', b.max_open_visitor_bookings, 'codesPerMailbox', b.codes_per_mailbox,
  'codesPerNetwork', b.codes_per_network, 'codesPerDay', b.codes_per_day,
  'plansStartBeforePayment', b.plans_start_before_payment, 'outsideAreaPolicy', b.outside_areas,
  'businessHours', b.business_hours, 'slotIntervalMinutes', b.slot_interval_minutes, 'windowDays', b.window_days,
  'noticeHours', b.notice_hours, 'bufferMinutes', b.buffer_minutes,
  'jobsMustEndWithinWorkingHours', b.jobs_must_end_within_working_hours,
  'landingHeadline', b.landing_headline, 'landingIntro', b.landing_intro)`;

/** SQL for the business's settings, for statements that read them with other data in one step. */
export const businessSettings = sql<BusinessSettings>`(select ${settingsObject} from business b)`;

/** The business's row. */
interface StoredBusiness {
  readonly settings: BusinessSettings;
  readonly version: number;
  /** Null: there is no logo. */
  readonly logoName: string | null;
}

/** Reads the business's settings, their version and the logo's name; null before the first start. */
export async function readBusiness(db: Kysely<Database>): Promise<StoredBusiness | null> {
  const { rows } = await sql<StoredBusiness>`
    select ${settingsObject} as settings, b.version, b.logo_name as "logoName" from business b
  `.execute(db);
  return rows[0] ?? null;
}
