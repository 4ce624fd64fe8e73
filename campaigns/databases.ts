import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { databaseFolder, type DatabaseLocation } from '../bench/processes.ts';
import { openDatabase, type Store } from '@curbwrench/server/database/connection/store';
import { startTemporaryPostgres } from './faults/temporary-postgres.ts';
import type { CampaignOptions } from './options.ts';

/**
 * Runs a campaign on each database that the options select: with `--database`, on the server that it names; with
 * `--embedded`, on the embedded database; otherwise on both, with a temporary PostgreSQL server. Each database is
 * empty at the start and deleted at the end. `only` limits the run to one kind. Returns whether all
 * guarantees held.
 */
export async function onEachDatabase(
  options: Pick<CampaignOptions, 'database' | 'embedded'>,
  work: (location: DatabaseLocation) => Promise<boolean>,
  only: DatabaseLocation['kind'] | null = null,
): Promise<boolean> {
  let allPassed = true;
  if (!options.embedded && only !== 'embedded')
    allPassed = await onPostgres(options.database, work);
  if (options.database === null && only !== 'postgres')
    allPassed = (await onEmbedded(work)) && allPassed;
  return allPassed;
}

/** Opens the database at a location, as a business's server would. */
export function openDatabaseAt(location: DatabaseLocation): Promise<Store> {
  return location.kind === 'postgres'
    ? openDatabase({ kind: 'postgres', url: location.url, poolSize: 2 })
    : openDatabase({ kind: 'embedded', folder: databaseFolder(location) });
}

async function onEmbedded(
  work: (location: DatabaseLocation) => Promise<boolean>,
): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'curbwrench-campaign-'));
  try {
    return await work({ kind: 'embedded', folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onPostgres(
  server: string | null,
  work: (location: DatabaseLocation) => Promise<boolean>,
): Promise<boolean> {
  const cluster = server === null ? await startTemporaryPostgres() : null;
  const serverUrl = server ?? cluster?.url;
  if (serverUrl === undefined) {
    console.log(
      'PostgreSQL not found. Specify a server with --database, or install the Debian package.',
    );
    return true;
  }
  const name = `curbwrench_campaign_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name}`);
  try {
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    return await work({ kind: 'postgres', url: url.href });
  } finally {
    await onServer(serverUrl, `drop database if exists ${name} with (force)`);
    await cluster?.remove();
  }
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
