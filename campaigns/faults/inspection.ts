import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedSource } from '@curbwrench/server/database/connection/embedded-source';
import { PostgresSource } from '@curbwrench/server/database/connection/postgres-source';
import type { SessionSource } from '@curbwrench/server/database/connection/session';
import { databaseFolder, type DatabaseLocation } from '../../bench/processes.ts';

/** Runs a statement and returns its rows. The row type is the caller's claim; it is not checked. */
export type RunQuery = <T>(text: string, values?: readonly unknown[]) => Promise<T[]>;

/**
 * Runs queries on a database. If it is embedded, opens a copy, so that the server still has to
 * recover the original after a kill; no server may be using the database.
 */
export async function inspect<T>(
  location: DatabaseLocation,
  work: (query: RunQuery) => Promise<T>,
): Promise<T> {
  if (location.kind === 'postgres')
    return withSession(await PostgresSource.start(location.url, 1), work);
  const copy = await mkdtemp(join(tmpdir(), 'curbwrench-copy-'));
  try {
    // Leaves out the lock, a socket that cannot be copied.
    const filter = (path: string): boolean => !path.endsWith('.lock');
    await cp(databaseFolder(location), copy, { recursive: true, filter });
    const options = { folder: copy, dump: undefined };
    return await withSession(await EmbeddedSource.start(options, () => {}), work);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function withSession<T>(
  source: SessionSource,
  work: (query: RunQuery) => Promise<T>,
): Promise<T> {
  const session = await source.acquire();
  try {
    return await work(
      async <Row>(text: string, values: readonly unknown[] = []) =>
        (await session.query(text, values, false)).rows as Row[],
    );
  } finally {
    source.release(session, false);
    await source.close();
  }
}
