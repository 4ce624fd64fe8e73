import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import type { Store } from '@curbwrench/server/database/connection/store';
import { demoAccountIds } from '@curbwrench/server/demo/demo-accounts';
import { prepareDemo } from '@curbwrench/server/demo/prepare-demo';
import { testBusiness } from './start-app.ts';

/** A Tuesday, 10:40 in the test business's time zone: a job is in progress, others are waiting. */
export const demoMorning = new Date('2026-03-03T18:40:00Z');

/** The ids of the accounts that the demo buttons sign in to. */
export const demoPeople: Readonly<Record<DemoAccount, string>> = demoAccountIds;

/** Fills an empty database with the demo as of `now`; the same time always gives the same data. */
export function fillWithDemo(store: Store, now: Date): Promise<void> {
  return prepareDemo(store, { ...testBusiness, now });
}
