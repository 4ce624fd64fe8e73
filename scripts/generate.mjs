/**
 * `npm run generate -- --size 1e5` fills an empty PostgreSQL database, the one DATABASE_URL names,
 * with so many appointments of the past and the usual thirty days ahead; `--folder <path>` makes
 * an embedded one instead. The same size on the same day always makes the same rows.
 */
import { parseArgs } from 'node:util';
import { built, prepare } from './prepare.mjs';

const { values } = parseArgs({
  options: { size: { type: 'string', default: '1e3' }, folder: { type: 'string' } },
});
const appointments = Number(values.size);
if (!Number.isInteger(appointments) || appointments < 1 || appointments > 1e7) {
  fail('--size must be a number of appointments, such as 1e3, 1e5 or 1e6.');
}
await prepare(['server']);
const url = process.env.DATABASE_URL;
if (values.folder === undefined && !url) {
  fail('Set DATABASE_URL to an empty PostgreSQL database, or give --folder for an embedded one.');
}

const { openDatabase } = await built('db/connection/store.js');
const { migrate } = await built('db/migrator.js');
const { generateSize } = await built('demo/generate-size.js');
const { readConfig } = await built('config.js');

let store;
try {
  const { business } = readConfig({ ...process.env, DATABASE_URL: undefined });
  store = await openDatabase(
    values.folder === undefined
      ? { kind: 'postgres', url }
      : { kind: 'embedded', folder: values.folder },
  );
  await migrate(store.kysely);
  const started = performance.now();
  await generateSize(store, { appointments, now: new Date(), ...business });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `Made ${appointments} appointments of the past and thirty days ahead in ${seconds} s.`,
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await store?.close();
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
