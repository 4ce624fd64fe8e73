import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, readConfigWithoutSecret } from './config.ts';
import { secretNames } from './secret-files.ts';

const secret = 'x'.repeat(32);
const postgres = 'postgres://user:password@host:5432/name';

test('every secret, but no other value, may be read from a file @protection.configuration', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'curbwrench-secrets-'));
  const writeSecret = async (name: string, text: string) => {
    const file = join(folder, name);
    await writeFile(file, text);
    return file;
  };
  const values = {
    DATABASE_URL: postgres,
    MIGRATION_DATABASE_URL: 'postgres://owner:password@host:5432/name',
    AUTH_SECRET: secret,
    OIDC_CLIENT_SECRET: 'client secret',
    SMTP_URL: 'smtp://user:password@mail.example.com:587',
    TWILIO_API_SECRET: 'an API secret',
    TWILIO_AUTH_TOKEN: 'an auth token',
  } satisfies Record<(typeof secretNames)[number], string>;
  const otherSettings = {
    PUBLIC_URL: 'https://book.example.com',
    OIDC_ISSUER: 'https://accounts.example.com',
    OIDC_CLIENT_ID: 'curbwrench',
    MAIL_FROM: 'desk@example.com',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_API_KEY: `SK${'0'.repeat(32)}`,
    TWILIO_MESSAGING_SERVICE_SID: `MG${'0'.repeat(32)}`,
  };
  const files = Object.fromEntries(
    await Promise.all(
      secretNames.map(async (name) => [
        `${name}_FILE`,
        await writeSecret(name, `${values[name]}\n`),
      ]),
    ),
  ) as Record<string, string>;
  expect(readConfig({ ...otherSettings, ...files })).toEqual(
    readConfig({ ...otherSettings, ...values }),
  );
  for (const name of secretNames) {
    const both = { ...otherSettings, ...files, [name]: values[name] };
    expect(() => readConfig(both)).toThrow(`Only one of ${name} and ${name}_FILE may be set.`);
  }
  const empty = await writeSecret('empty', '\n');
  expect(() => readConfig({ AUTH_SECRET_FILE: empty })).toThrow(
    'AUTH_SECRET_FILE must name a file with the value of AUTH_SECRET and nothing else.',
  );
  expect(() => readConfig({ AUTH_SECRET_FILE: join(folder, 'none') })).toThrow(
    'AUTH_SECRET_FILE must name a file that can be read.',
  );
  // An error in a file's value names the variable and never shows the value.
  const short = await writeSecret('short', 'too short');
  expect(() => readConfig({ AUTH_SECRET_FILE: short })).toThrow(
    'AUTH_SECRET must be a secret of at least 32 characters.',
  );
  // A command that creates no sessions does not even try to read the session secret.
  expect(
    readConfigWithoutSecret({ DATABASE_URL: postgres, AUTH_SECRET_FILE: join(folder, 'none') }),
  ).toMatchObject({ databaseUrl: postgres });
  const port = await writeSecret('port', '4000');
  expect(readConfig({ PORT_FILE: port })).toMatchObject({ port: 3000 });
  await rm(folder, { recursive: true });
});
