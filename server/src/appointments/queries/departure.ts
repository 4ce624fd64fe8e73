// Reads tables owned by these modules: mechanics
import type { Position } from '@curbwrench/contract/people/schemas';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** The current position of a mechanic who is about to depart, and their destination. */
export interface Departure {
  readonly from: Position;
  readonly to: Position;
}

/** The maximum age, in minutes, of a position that counts as the point of departure. */
const maxPositionMinutes = 10;

/**
 * Returns the departure of a confirmed appointment's mechanic, or null if either position is unknown. The mechanic's
 * position counts as unknown if it was reported more than 10 minutes ago.
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
