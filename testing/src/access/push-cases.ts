import { sql } from 'kysely';
import type { AccessCase, CaseObject, CaseRequest } from './run-case.ts';
import type { BusinessWithMarkers } from './business-with-markers.ts';

/** A public key of a browser: a point on the curve P-256. */
const publicKey =
  'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';

let subscriptionCount = 0;

/** Turns notifications on in a browser of the owner. */
async function makeSubscription({ store, owner }: BusinessWithMarkers): Promise<CaseObject> {
  subscriptionCount += 1;
  // A person may have subscriptions for only a few browsers.
  await sql`delete from push_subscriptions where account_id = ${owner.id}`.execute(store.kysely);
  const { rows } = await sql<{ id: number }>`
    insert into push_subscriptions
      (account_id, session_id, endpoint, public_key, auth_secret, created_at)
    values (${owner.id}, 'expired', ${`https://fcm.googleapis.com/fcm/send/case-${subscriptionCount}`},
      ${publicKey}, 'BTBZMqHH6r4Tts7J_aSIgg', now()) returning id
  `.execute(store.kysely);
  return { id: rows[0]?.id ?? 0, selfId: owner.id };
}

const ownCase = { permission: 'push' } as const;

/** The browsers in which people have turned notifications on. */
export const pushCases: readonly AccessCase[] = [
  { ...ownCase, name: 'push: key', endpoint: 'getPushKey' },
  {
    ...ownCase,
    name: 'push: list',
    endpoint: 'listPushSubscriptions',
    isList: true,
    make: makeSubscription,
  },
  {
    ...ownCase,
    name: 'push: turn off',
    endpoint: 'unsubscribeFromPush',
    make: makeSubscription,
    missingId: 999_999_999,
  },
  {
    ...ownCase,
    name: 'push: turn on',
    endpoint: 'subscribeToPush',
    body: (_, { viewerIndex, isRepeat }: CaseRequest) => ({
      endpoint: `https://fcm.googleapis.com/fcm/send/viewer-${viewerIndex}${isRepeat ? '-again' : ''}`,
      keys: { p256dh: publicKey, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
    }),
  },
];
