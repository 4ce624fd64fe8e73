import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { roleLabels } from '@curbwrench/contract/people/roles';
import type { Position } from '@curbwrench/contract/people/schemas';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { BackupError } from './backup/backup-error.ts';
import { throwIfRestoreUnfinished } from './backup/data-folder.ts';
import { readOrInsertBusiness } from './business/follow-business-job.ts';
import { createSetUpToken } from './business/set-up-business.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { DataFolderError, inDataFolder } from './database/connection/data-folder.ts';
import { insufficientPrivilege, getSqlState } from './database/connection/errors.ts';
import { FolderInUseError, LockUnsupportedError } from './database/connection/folder-lock.ts';
import { DatabaseUnusableError } from './database/connection/postgres-source.ts';
import { openDatabase, type Store } from './database/connection/store.ts';
import { isPreRelease, migrate, MigrationError } from './database/migrator.ts';
import { prepareAsOwner, RunTimeRoleError } from './database/run-time-role.ts';
import { demoAccountIds } from './demo/demo-accounts.ts';
import {
  fitsTown,
  hasDemoOfAnyVersion,
  RealBusinessError,
  DemoDatabaseError,
  prepareDemo,
  throwIfDemo,
} from './demo/prepare-demo.ts';
import { createTownFeatures } from './demo/town.ts';
import { prepareGracefulStop } from './http/graceful-stop.ts';
import { listen, ListenError } from './http/listening.ts';
import { systemClock } from './application/clock.ts';
import { smtpMailer } from './mail/smtp-adapter.ts';

const web = {
  folder: fileURLToPath(new URL('../../web/dist', import.meta.url)),
  rendererFile: fileURLToPath(
    new URL('../../web/dist/.rendering/render-worker.js', import.meta.url),
  ),
};

try {
  await start(readConfig(process.env));
} catch (error) {
  console.error(describeStartupError(error));
  process.exitCode = 1;
}

/** Opens the database, creates or continues the demo, starts listening, and prints the URL. */
async function start(config: Config): Promise<void> {
  const store = await openStore(config);
  let app: FastifyInstance | null = null;
  try {
    await prepareAsOwner(store, config.migrationUrl, async (owner) => {
      await migrate(owner.kysely);
      if (!config.demo) return throwIfDemo(owner);
      const { timeZone, cancellationCutoffHours } = await readOrInsertBusiness(
        owner,
        config.business,
      );
      const { cityCenter } = config.business;
      await prepareDemo(owner, {
        now: systemClock.now(),
        timeZone,
        cityCenter,
        cancellationCutoffHours,
      });
    });
    const business = await readOrInsertBusiness(store, config.business);
    app = await createApp({
      store,
      clock: systemClock,
      initialBusiness: config.business,
      authSecret: config.authSecret ?? (await readOrCreateSecret(resolve(config.dataFolder))),
      publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
      staffTwoFactor: config.staffTwoFactor,
      mailer: config.mail && smtpMailer(config.mail.smtpUrl, config.mail.from),
      logLevel: config.logLevel,
      signIn: config.signIn,
      demoAccounts: config.demo ? demoAccountIds : null,
      demoFeatures: config.demo ? createTownFeatures(config.business.cityCenter) : null,
      web,
      trustedProxies: config.trustedProxies,
      positionRetentionDays: config.positionRetentionDays,
      routerUrl: config.routerUrl,
      mapFile: config.mapFile,
      mapStyle: config.mapStyle,
      geocoder: config.geocoder,
      twilio: config.twilio,
    });
    stopOnSignal(app, store);
    stopOnFailure(store);
    const address = await listen(app, config);
    const setUpToken = config.demo
      ? null
      : await createSetUpToken({ store, clock: systemClock, business });
    await announceStart(config, business.name, address, store, setUpToken);
  } catch (error) {
    // Stops the background jobs, which would otherwise query a closed database forever. Errors while stopping are
    // ignored, so that the original error is reported.
    await Promise.allSettled([app?.close()]);
    await Promise.allSettled([store.close()]);
    throw error;
  }
}

async function openStore(config: Config): Promise<Store> {
  if (config.databaseUrl !== null) {
    return openDatabase({
      kind: 'postgres',
      url: config.databaseUrl,
      poolSize: config.databasePool,
    });
  }
  throwIfRestoreUnfinished(resolve(config.dataFolder));
  const folder = resolve(config.dataFolder, 'database');
  const store = await openDatabase({ kind: 'embedded', folder });
  if (!config.demo || !(await isOldDemo(store, config.business.cityCenter))) return store;
  // A demo can be created again, so its folder is renamed; for a business, the migrator refuses to start.
  await store.close();
  const newFolder = `${folder}-before-${systemClock.now().toISOString().slice(0, 10)}`;
  await rename(folder, newFolder);
  console.log(
    `The demo was created by an older version or for another city. Its data is now in ${newFolder}.`,
  );
  return openDatabase({ kind: 'embedded', folder });
}

/** Returns whether the database contains a demo that can't be continued: from an old version, or for another city. */
async function isOldDemo({ kysely }: Store, cityCenter: Position): Promise<boolean> {
  return (
    (await hasDemoOfAnyVersion(kysely)) &&
    ((await isPreRelease(kysely)) || !(await fitsTown(kysely, cityCenter)))
  );
}

/**
 * Returns the secret that signs session cookies. It is created once and stored in the data folder, readable
 * only by this user.
 */
function readOrCreateSecret(folder: string): Promise<string> {
  const file = join(folder, 'auth-secret');
  return inDataFolder(folder, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const secret = randomBytes(32).toString('hex');
    try {
      await writeFile(file, secret, { flag: 'wx', mode: 0o600 });
      return secret;
    } catch (error) {
      if (Reflect.get(Object(error), 'code') !== 'EEXIST') throw error;
      return (await readFile(file, 'utf8')).trim();
    }
  });
}

/** Stops gracefully on the first signal and then exits with 0, even if stopping fails. */
function stopOnSignal(app: FastifyInstance, store: Store): void {
  const stop = prepareGracefulStop(app, store);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void stop().finally(() => process.exit(0)));
  }
}

/** Exits if the embedded database fails permanently. The next start recovers what was stored. */
function stopOnFailure(store: Store): void {
  void store.failed.then((error) => {
    console.error(`The database stopped: ${error.message}`);
    process.exit(1);
  });
}

async function announceStart(
  config: Config,
  name: string,
  address: string,
  store: Store,
  setUpToken: string | null,
): Promise<void> {
  const url = config.publicUrl ?? address.replace(/127\.0\.0\.1|0\.0\.0\.0/, 'localhost');
  const location = config.databaseUrl === null ? resolve(config.dataFolder) : 'PostgreSQL';
  console.log(`\n${name} is ready: ${url}\n`);
  if (config.demo) {
    const people = await store.kysely
      .selectFrom('accounts')
      .innerJoin('people', 'people.id', 'accounts.id')
      .select(['first_name', 'last_name', 'role', 'accounts.email'])
      .where('accounts.id', 'in', Object.values(demoAccountIds))
      .orderBy('role')
      .execute();
    console.log('Demo accounts, each with a button on the landing page:');
    for (const person of people) {
      const fullName = `${person.first_name} ${person.last_name}`;
      console.log(`  ${roleLabels[person.role].padEnd(16)} ${fullName.padEnd(20)} ${person.email}`);
    }
    console.log('');
  }
  if (setUpToken !== null) {
    console.log('There is no admin yet. Open this one-time link to create the first one:');
    console.log(`  ${url}/set-up#token=${setUpToken}\n`);
  }
  if (!config.mail) {
    const reason = config.demo ? "The demo doesn't send email" : 'No mail server is set (SMTP_URL)';
    console.log(
      `${reason}: emails are stored instead. Admins can read account emails on the Account emails page and appointment messages in the message log.`,
    );
  }
  console.log(`Data: ${location}. Press Ctrl-C to stop; no data is lost.`);
}

/**
 * Returns an error's message if the person who starts the server can fix the cause, and the error's stack otherwise.
 */
function describeStartupError(error: unknown): string {
  const expected = [
    ConfigError,
    DataFolderError,
    FolderInUseError,
    LockUnsupportedError,
    DatabaseUnusableError,
    MigrationError,
    RunTimeRoleError,
    RealBusinessError,
    DemoDatabaseError,
    ListenError,
    BackupError,
  ];
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message;
  if (getSqlState(error) === insufficientPrivilege) {
    return "The role in DATABASE_URL isn't allowed to migrate this database; set MIGRATION_DATABASE_URL to a URL with the owner's role, or make this role the owner (docs/operations.md).";
  }
  return `Startup failed. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
