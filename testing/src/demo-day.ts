import type { DemoAccount } from '@curbwrench/contract/people';
import type { Store } from '@curbwrench/server/database/connection/store';
import { demoAccountIds } from '@curbwrench/server/demo/demo-accounts';
import { prepareDemo } from '@curbwrench/server/demo/prepare-demo';
import { testBusiness } from './start-app.ts';

/** A Tuesday, twenty to eleven in the test business's zone: a job is under way, others wait. */
export const demoMorning = new Date('2026-03-03T18:40:00Z');

/** The people behind the demo buttons. */
export const demoPeople: Readonly<Record<DemoAccount, string>> = demoAccountIds;

/** Fills an empty database with the demo as it would be at that moment, the same every time. */
export function fillWithDemo(store: Store, now: Date): Promise<void> {
  return prepareDemo(store, { ...testBusiness, now });
}
