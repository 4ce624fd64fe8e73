import { deleteUnsharedPositions } from './changes.ts';
import { mechanicChanged } from '../application/events.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';

/**
 * Deletes the last position of each mechanic who no longer shares it, because their working hours or the day are
 * over. The position history is kept until its retention period ends.
 */
export async function endSharing(context: Context): Promise<void> {
  const currentTime = getCurrentTime(context);
  await runInTransaction(context, null, async (trx) => {
    const mechanicIds = await deleteUnsharedPositions(trx, currentTime);
    return done(
      undefined,
      mechanicIds.map((mechanicId) => mechanicChanged(mechanicId)),
    );
  });
}
