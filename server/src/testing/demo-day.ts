import type { DemoAccount } from '@curbwrench/contract/people';
import type { Store } from '../database/connection/store.ts';
import { demoAccountIds } from '../demo/demo-accounts.ts';
import { prepareDemo } from '../demo/prepare-demo.ts';
import { testBusiness } from './start-app.ts';

/** A Tuesday, twenty to eleven in the test business's zone: a job is under way, others wait. */
export const demoMorning = new Date('2026-03-03T18:40:00Z');

/** The people behind the demo buttons. */
export const demoPeople: Readonly<Record<DemoAccount, string>> = demoAccountIds;

/** Fills an empty database with the demo as it would be at that moment, the same every time. */
export function fillWithDemo(store: Store, now: Date): Promise<void> {
  return prepareDemo(store, { ...testBusiness, now });
}
