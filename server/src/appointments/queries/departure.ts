// Reads tables of: mechanics
import type { Position } from '@curbwrench/contract/people/schemas';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** Where a mechanic is who is about to depart, and where they are going. */
export interface Departure {
  readonly from: Position;
  readonly to: Position;
}

/** A mechanic's position counts as the point of departure up to this age, in minutes. */
const maxPositionMinutes = 10;

/**
 * Returns the departure of a confirmed appointment's mechanic, or null if either point is unknown. A position that
 * was reported more than 10 minutes ago is not where they are.
 */
export async function findDeparture(
  db: Kysely<Database>,
  appointmentId: number,
  mechanicId: string,
  now: Date,
): Promise<Departure | null> {
  const { rows } = await sql<Record<'fromLat' | 'fromLng' | 'toLat' | 'toLng', number>>`
    select m.latitude as "fromLat", m.longitude as "fromLng",
      a.latitude as "toLat", a.longitude as "toLng"
    from appointments a join mechanics m on m.person_id = a.mechanic_id
    where a.id = ${appointmentId} and a.mechanic_id = ${mechanicId} and a.status = 'confirmed'
      and a.latitude is not null and a.longitude is not null
      and m.latitude is not null and m.longitude is not null
      and m.position_at >= ${new Date(now.getTime() - maxPositionMinutes * 60_000)}
  `.execute(db);
  const [row] = rows;
  return row
    ? {
        from: { lat: row.fromLat, lng: row.fromLng },
        to: { lat: row.toLat, lng: row.toLng },
      }
    : null;
}
