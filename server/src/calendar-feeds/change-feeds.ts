import type { NewCalendarFeed } from '@curbwrench/contract/calendar-feeds/schemas';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { lockPerson } from '../accounts/changes/user-changes.ts';
import { createToken } from '../accounts/commands/one-time-token.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';
import { lockMechanic } from '../database/locks.ts';
import { deleteFeed, saveFeed } from './changes.ts';

/**
 * The path at the start of every feed's URL, which is neither a page nor an endpoint. The rest of the URL is secret.
 */
export const calendarFeedPath = '/calendar/';

/** The dependencies of creating a feed, whose URL begins with `publicUrl`. */
interface FeedContext extends Context {
  readonly publicUrl: string;
}

/**
 * Creates a calendar feed with one mechanic's jobs, or with all jobs if `mechanicId` is null. If the person already has
 * this feed, it gets a new URL, and the old one stops working. Mechanics may only have a feed of their own jobs.
 * Returns the URL, which can't be read again, since it is not stored.
 */
export async function createFeed(
  context: FeedContext,
  actor: Actor,
  mechanicId: string | null,
): Promise<Result<NewCalendarFeed>> {
  const { token, hash } = createToken();
  return runInTransaction(context, actor.id, async (trx) => {
    // Waits for any command that is deactivating the person or changing their role, which also ends their feeds.
    const owner = await lockPerson(trx, actor.id);
    if (!owner?.active) return refused('not_signed_in', 'Please log in first.');
    if (!isOfficeRole(owner.role)) {
      if (mechanicId === null)
        return refused('not_allowed', 'Only the office can have a calendar with all jobs.');
      if (mechanicId !== actor.id) return mechanicNotFound;
    }
    if (mechanicId !== null && !(await lockMechanic(trx, mechanicId))) return mechanicNotFound;
    const feed = { ownerId: actor.id, mechanicId };
    const row = await saveFeed(trx, feed, hash, context.clock.now());
    return done(
      {
        id: row.id,
        mechanicId,
        createdAt: row.created_at.toISOString(),
        url: `${context.publicUrl}${calendarFeedPath}${token}.ics`,
      },
      [],
    );
  });
}

/** Deletes a person's feed; its URL stops working. */
export async function endFeed(context: Context, actor: Actor, id: number): Promise<Result<null>> {
  return runInTransaction(context, actor.id, async (trx) =>
    (await deleteFeed(trx, actor.id, id))
      ? done(null, [])
      : refused('not_found', 'This calendar feed has already been turned off.'),
  );
}

const mechanicNotFound = refused('not_found', 'Mechanic not found.');
