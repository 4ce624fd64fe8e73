import type { DemoAccount } from '@curbwrench/contract/people/schemas';

/** The ids of the accounts behind the landing page's demo buttons; they are the same in every demo. */
export const demoAccountIds: Record<DemoAccount, string> = {
  customer: 'c4m9t2k7-demo',
  mechanic: 'm8b3x5w1-demo',
  advisor: 'a6h2v9p4-demo',
  admin: 'd1k7z3n8-demo',
};

/**
 * The suffix of every generated person's id. Ids of people who sign up don't end with it, so the demo
 * can recognize its own people, and generates appointments only for them.
 */
export const demoIdSuffix = '-demo';
