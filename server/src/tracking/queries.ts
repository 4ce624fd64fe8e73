// Reads tables owned by these modules: appointments, mechanics
import type { JourneyStepName } from '@curbwrench/contract/tracking/schemas';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { EstimatedArrival } from './arrival-rules.ts';

/** A mechanic's recorded progress toward an appointment. */
export interface TrackingRow {
  /** When each event last happened; excludes a start that was undone. */
  readonly eventTimes: Partial<Record<JourneyStepName, Date>>;
  /** The estimated arrival as computed at the last departure; null if none was computed. */
  readonly promisedArrival: EstimatedArrival | null;
  /** The last position of the assigned mechanic. */
  readonly position: { readonly lat: number; readonly lng: number; readonly at: Date } | null;
}

/** Reads an appointment's tracking data. The caller must have checked that the viewer may see it. */
export async function readTracking(
  db: Kysely<Database>,
  appointmentId: number,
  mechanicId: string | null,
): Promise<TrackingRow> {
  const [{ rows: events }, { rows: positions }] = await Promise.all([
    sql<{
      kind: JourneyStepName;
      at: Date;
      promisedArrival: string | null;
      arrivalSource: EstimatedArrival['source'] | null;
    }>`
      select distinct on (kind) kind, at,
        detail ->> 'promisedArrival' as "promisedArrival", detail ->> 'arrivalSource' as "arrivalSource"
      from appointment_events e
      where appointment_id = ${appointmentId}
        and kind in ('booked', 'assigned', 'started', 'arrived', 'completed', 'cancelled')
        and not (kind = 'started' and exists (
          select from appointment_events undone
          where undone.appointment_id = ${appointmentId} and undone.kind = 'start_undone' and undone.id > e.id
        ))
      order by kind, at desc, id desc
    `.execute(db),
    sql<{ lat: number; lng: number; at: Date }>`
      select latitude as lat, longitude as lng, position_at as at from mechanics
      where person_id = ${mechanicId} and latitude is not null and longitude is not null
        and position_at is not null
    `.execute(db),
  ]);
  const { promisedArrival, arrivalSource } = events.find(({ kind }) => kind === 'started') ?? {};
  return {
    promisedArrival:
      promisedArrival && arrivalSource
        ? { at: new Date(promisedArrival), source: arrivalSource }
        : null,
    eventTimes: Object.fromEntries(events.map(({ kind, at }) => [kind, at])),
    position: positions[0] ?? null,
  };
}
