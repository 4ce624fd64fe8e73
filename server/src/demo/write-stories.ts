import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Story } from './appointment-story.ts';
import { drawIds, loadRows } from './load-rows.ts';

/**
 * Inserts appointments with their history and payments, oldest booking first, and returns their ids
 * in that order.
 */
export async function writeStories(
  trx: Transaction<Database>,
  stories: readonly Story[],
): Promise<number[]> {
  const ordered = stories.toSorted((a, b) => bookedAt(a) - bookedAt(b));
  const ids = await drawIds(trx, 'appointments', ordered.length);
  const numbered = ordered.map((story, index) => ({ story, id: ids[index] ?? 0 }));

  await loadRows(
    trx,
    'appointments',
    numbered.map(({ story, id }) => ({ id, ...story.appointment })),
  );
  await loadRows(
    trx,
    'appointment_events',
    numbered
      .flatMap(({ story, id }) => story.history.map((line) => ({ appointment_id: id, ...line })))
      .toSorted((a, b) => timeOf(a.at) - timeOf(b.at)),
  );
  await loadRows(
    trx,
    'payments',
    numbered
      .flatMap(({ story, id }) => (story.payment ? [{ appointment_id: id, ...story.payment }] : []))
      .toSorted((a, b) => timeOf(a.created_at) - timeOf(b.created_at)),
  );
  return ids;
}

function bookedAt(story: Story): number {
  return timeOf(story.appointment.created_at);
}

function timeOf(at: Date | string): number {
  return new Date(at).getTime();
}
