import type { Transaction } from 'kysely';
import type { FeedRow } from './queries.ts';
import type { Database } from '../database/schema.ts';

/** Stores the hash of the secret in a feed's URL; if the person already has this feed, its old URL stops working. */
export async function saveFeed(
  trx: Transaction<Database>,
  feed: { readonly ownerId: string; readonly mechanicId: string | null },
  tokenHash: string,
  now: Date,
): Promise<FeedRow> {
  return trx
    .insertInto('calendar_feeds')
    .values({
      owner_id: feed.ownerId,
      mechanic_id: feed.mechanicId,
      token_hash: tokenHash,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'mechanic_id'])
        .doUpdateSet({ token_hash: tokenHash, created_at: now }),
    )
    .returning(['id', 'mechanic_id', 'created_at'])
    .executeTakeFirstOrThrow();
}

/** Deletes a person's feed. Returns false if they have none with this id. */
export async function deleteFeed(
  trx: Transaction<Database>,
  ownerId: string,
  id: number,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('calendar_feeds')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes all feeds that a person has created. */
export async function deleteFeedsOwnedBy(
  trx: Transaction<Database>,
  ownerId: string,
): Promise<void> {
  await trx.deleteFrom('calendar_feeds').where('owner_id', '=', ownerId).execute();
}

/** Deletes all feeds that contain this mechanic's jobs only, whoever created them. */
export async function deleteFeedsForMechanic(
  trx: Transaction<Database>,
  mechanicId: string,
): Promise<void> {
  await trx.deleteFrom('calendar_feeds').where('mechanic_id', '=', mechanicId).execute();
}
