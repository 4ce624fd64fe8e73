import { sql, type Kysely, type Transaction } from 'kysely';
import type { BusinessSettings } from '../application/rules/business-settings.ts';
import type { Database } from '../database/schema.ts';

/** Stores the settings, unless the business already has some. */
export async function insertBusiness(
  db: Kysely<Database>,
  settings: BusinessSettings,
): Promise<void> {
  await db
    .insertInto('business')
    .values(toColumns(settings))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks the settings until the transaction ends, and returns their version. */
export async function lockBusiness(trx: Transaction<Database>): Promise<number> {
  const { version } = await trx
    .selectFrom('business')
    .select('version')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return version;
}

/** Replaces the settings and increments their version. */
export async function updateBusiness(
  trx: Kysely<Database>,
  settings: BusinessSettings,
): Promise<void> {
  await trx
    .updateTable('business')
    .set({ ...toColumns(settings), version: sql`version + 1` })
    .execute();
}

function toColumns(settings: BusinessSettings) {
  return {
    name: settings.name,
    phone: settings.phone,
    address: settings.address,
    latitude: settings.cityCenter.lat,
    longitude: settings.cityCenter.lng,
    time_zone: settings.timeZone,
    currency: settings.currency,
    cancellation_cutoff_hours: settings.cancellationCutoffHours,
    max_open_bookings: settings.maxOpenBookings,
    max_open_visitor_bookings: settings.maxOpenVisitorBookings,
    codes_per_mailbox: settings.codesPerMailbox,
    codes_per_network: settings.codesPerNetwork,
    codes_per_day: settings.codesPerDay,
    plans_start_before_payment: settings.plansStartBeforePayment,
    outside_areas: settings.outsideAreaPolicy,
    business_hours: JSON.stringify(settings.businessHours),
    slot_interval_minutes: settings.slotIntervalMinutes,
    window_days: settings.windowDays,
    notice_hours: settings.noticeHours,
    buffer_minutes: settings.bufferMinutes,
    jobs_must_end_within_working_hours: settings.jobsMustEndWithinWorkingHours,
    landing_headline: settings.landingHeadline,
    landing_intro: settings.landingIntro,
  };
}
