import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { CompiledQuery } from 'kysely';
import type { RunQuery } from '../faults/inspection.ts';
import { ContestSetup } from './contest-setup.ts';
import type { Servers } from './servers.ts';

/** The application in this process, over real HTTP: for the short versions in `npm test`. */
export interface ShortRun {
  readonly setup: ContestSetup;
  readonly servers: Pick<Servers, 'port'>;
  readonly query: RunQuery;
  stop(): Promise<void>;
}

/** Starts the application on the database that the tests run on. */
export async function startShortRun(): Promise<ShortRun> {
  const site: TestApp = await startApp({ listen: true });
  return {
    setup: new ContestSetup(site, '2026-03-03'),
    servers: { port: () => Number(new URL(site.url).port) },
    query: async <T>(text: string, values: readonly unknown[] = []) => {
      const query = CompiledQuery.raw(text, [...values]);
      const { rows } = await site.store.kysely.executeQuery(query);
      return rows as T[];
    },
    stop: () => site.stop(),
  };
}
