// Reads tables of: appointments
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { PlacedJob } from './travel-rules.ts';

/** Returns an appointment and the open assigned jobs of its day that have a position. */
export async function listPlacedJobs(
  db: Kysely<Database>,
  appointmentId: number,
  date: string,
): Promise<readonly PlacedJob[]> {
  const { rows } = await sql<Omit<PlacedJob, 'position'> & { lat: number; lng: number }>`
    select id, mechanic_id as "mechanicId", latitude as lat, longitude as lng,
      coalesce(place_precision, 'pin') as precision,
      (extract(epoch from start_time) / 60)::int as from,
      (extract(epoch from end_time) / 60)::int as to
    from appointments a
    where date = ${date}::date and latitude is not null and longitude is not null
      and (id = ${appointmentId} or status in ('confirmed', 'in_progress'))
  `.execute(db);
  return rows.map(({ lat, lng, ...job }) => ({ ...job, position: { lat, lng } }));
}
