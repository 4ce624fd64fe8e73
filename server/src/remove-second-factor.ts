import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readBusiness } from './application/business-queries.ts';
import { removeSecondFactorByEmail } from './accounts/commands/remove-second-factor.ts';
import { ConfigError, readConfigWithoutSecret, type Config } from './config.ts';
import { openDatabase, type Store } from './database/connection/store.ts';
import { systemClock } from './application/clock.ts';

/*
 * `npm run remove-second-factor -- person@example.com`: removes a person's second factor when there is no other admin
 * to do it on the People tab. Uses the database at DATABASE_URL or, while the server is stopped, the
 * embedded database in DATA_DIR. Exits with 1 if there was nothing to remove.
 */

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function main(): Promise<number> {
  const [email, ...rest] = process.argv.slice(2);
  if (email === undefined || rest.length > 0 || !email.includes('@')) {
    throw new ConfigError(
      'Please specify the email address of the person whose second factor should be removed.',
    );
  }
  // No session is opened here, so the session secret is not needed.
  // oxlint-disable-next-line node/no-process-env -- a process's entry point, like main.ts
  const config = readConfigWithoutSecret(process.env);
  const store = await open(config);
  try {
    const context = {
      store,
      clock: systemClock,
      business: (await readBusiness(store.kysely))?.settings ?? config.business,
      storesEmail: config.mail === null,
    };
    const result = await removeSecondFactorByEmail(context, email.trim().toLowerCase());
    if (!result.ok) {
      process.stdout.write(`${result.refusal.message}\n`);
      return 1;
    }
    process.stdout.write(
      `The second factor of ${email} was removed. They were logged out and notified by email.\n`,
    );
    return 0;
  } finally {
    await store.close();
  }
}

/** Opens the database; never creates one. */
function open(config: Config): Promise<Store> {
  if (config.databaseUrl !== null) {
    return openDatabase({ kind: 'postgres', url: config.databaseUrl, poolSize: 2 });
  }
  const folder = resolve(config.dataFolder, 'database');
  if (!existsSync(folder)) throw new ConfigError(`There is no database in ${config.dataFolder}.`);
  return openDatabase({ kind: 'embedded', folder });
}
