import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { CompiledQuery } from 'kysely';
import type { RunQuery } from '../faults/inspection.ts';
import { RaceSetup } from './race-setup.ts';
import type { Servers } from './servers.ts';

/** The application, run in this process and served over HTTP, for the short versions of campaigns in `npm test`. */
export interface ShortRun {
  readonly setup: RaceSetup;
  readonly servers: Pick<Servers, 'port'>;
  readonly query: RunQuery;
  stop(): Promise<void>;
}

/** Starts the application on the database that the tests run on. */
export async function startShortRun(): Promise<ShortRun> {
  const app: TestApp = await startApp({ listen: true });
  return {
    setup: new RaceSetup(app, '2026-03-03'),
    servers: { port: () => Number(new URL(app.url).port) },
    query: async <T>(text: string, values: readonly unknown[] = []) => {
      const query = CompiledQuery.raw(text, [...values]);
      const { rows } = await app.store.kysely.executeQuery(query);
      return rows as T[];
    },
    stop: () => app.stop(),
  };
}
