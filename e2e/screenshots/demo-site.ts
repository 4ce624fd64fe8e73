import { fileURLToPath } from 'node:url';
import type { AppointmentStatus } from '@curbwrench/contract/lifecycle';
import type { DemoAccount } from '@curbwrench/contract/people';
import { demoMorning, demoPeople, fillWithDemo } from '@curbwrench/server/testing/demo-day';
import { startApp, type TestApp } from '@curbwrench/server/testing/start-app';

/** The real server with the demo's data, the same on every run. */
export interface DemoSite extends TestApp {
  /** The address of the first appointment in this status that this person may see. */
  appointmentOf(account: DemoAccount, status: AppointmentStatus): Promise<string>;
}

/** Fills a database of its own with the demo's data and serves it, with a clock that stands still. */
export async function startDemoSite(): Promise<DemoSite> {
  const site = await startApp({
    now: demoMorning,
    fill: fillWithDemo,
    demoAccounts: demoPeople,
    business: { address: '12 Depot Lane, Millbrook' },
    webFolder: fileURLToPath(new URL('../../web/dist', import.meta.url)),
    listen: true,
  });
  return {
    ...site,
    async appointmentOf(account, status) {
      const own = { customer: 'customer_id', mechanic: 'mechanic_id' } as const;
      let found = site.store.kysely
        .selectFrom('appointments')
        .select('id')
        .where('status', '=', status)
        .orderBy('date', status === 'completed' ? 'desc' : 'asc')
        .orderBy('start_time');
      if (account === 'customer' || account === 'mechanic') {
        found = found.where(own[account], '=', demoPeople[account]);
      }
      const { id } = await found.executeTakeFirstOrThrow();
      return `/appointments/${id}`;
    },
  };
}
