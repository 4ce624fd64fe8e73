import { findDeparture } from '../queries/departure.ts';
import type { Actor } from '../../application/rules/actor.ts';
import type { Context } from '../../application/transaction.ts';
import type { TravelTimes } from '../../application/travel-times-port.ts';

/** The expected arrival time of a mechanic who departs now, and how it was computed. */
export interface PromisedArrival {
  readonly at: Date;
  readonly source: 'estimate' | 'router';
}

/**
 * Returns when this mechanic would arrive if they left for the appointment now; null if the appointment is not theirs
 * to start, or if their position or the destination is unknown. Call it before the transaction that starts the job,
 * since it may send a request to a router.
 */
export async function promiseArrival(
  context: Context & { readonly travelTimes: TravelTimes },
  actor: Actor,
  appointmentId: number,
): Promise<PromisedArrival | null> {
  const now = context.clock.now();
  const departure = await findDeparture(context.store.kysely, appointmentId, actor.id, now);
  if (!departure) return null;
  const [time] = await context.travelTimes.from(departure.from, [departure.to]);
  if (!time) return null;
  return { at: new Date(now.getTime() + time.minutes * 60_000), source: time.source };
}
