import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { CompiledQuery } from 'kysely';
import type { Rows } from '../faults/inspection.ts';
import { Arena } from './arena.ts';
import type { Servers } from './servers.ts';

/** The application in this process, over real HTTP: for the short versions in `npm test`. */
export interface ShortRun {
  readonly arena: Arena;
  readonly servers: Pick<Servers, 'port'>;
  readonly rows: Rows;
  stop(): Promise<void>;
}

/** Starts it on the database that the tests run on, in its morning. */
export async function startShortRun(): Promise<ShortRun> {
  const site: TestApp = await startApp({ listen: true });
  return {
    arena: new Arena(site, '2026-03-03'),
    servers: { port: () => Number(new URL(site.url).port) },
    rows: async <T>(text: string, values: readonly unknown[] = []) => {
      const query = CompiledQuery.raw(text, [...values]);
      const { rows } = await site.store.kysely.executeQuery(query);
      return rows as T[];
    },
    stop: () => site.stop(),
  };
}
