import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/*
 * Code that the product must not contain, or may contain only in the listed files; docs/asvs.md relies on these
 * tests. When a test finds another file, review that file and add it to the list.
 */

/** The product's own source files without comments: no tests, no test support, no scripts. */
const sources = new Map(
  ['contract/src', 'server/src', 'web/src', 'web/worker', 'web/public']
    .flatMap((folder) => filesIn(folder))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => [file, withoutComments(readFileSync(file, 'utf8'))] as const),
);

const everywhere = '';
const server = 'server/';
const web = 'web/';

/** Returns the files in a folder whose code matches the pattern. */
function filesMatching(pattern: RegExp, folder: string): string[] {
  return [...sources]
    .filter(([file, text]) => file.startsWith(folder) && pattern.test(text))
    .map(([file]) => file)
    .toSorted();
}

test('the checks find the source files of the server and the client', () => {
  expect(filesMatching(/\bexport\b/, server).length).toBeGreaterThan(100);
  expect(filesMatching(/\bexport\b/, web).length).toBeGreaterThan(100);
  expect(withoutComments("a; // eval('')\n/* eval('') */ 'http://b'")).toBe("a; \n 'http://b'");
});

test('no code is generated from strings @protection.code', () => {
  expect(filesMatching(/\beval\s*\(|\bnew Function\b|\bFunction\s*\(\s*['"`]/, everywhere)).toEqual(
    [],
  );
  expect(
    filesMatching(/\bimport\((?!\s*['"])|\bset(Timeout|Interval)\(\s*['"`]/, everywhere),
  ).toEqual([]);
  expect(filesMatching(/['"](node:)?vm['"]/, everywhere)).toEqual([]);
});

test('no regular expression is created from strings @protection.code', () => {
  expect(filesMatching(/\bRegExp\s*\(/, everywhere)).toEqual([]);
});

test('only the backup and restore commands start another program @protection.code', () => {
  expect(filesMatching(/child_process|node:cluster/, everywhere)).toEqual([
    'server/src/backup/postgres-programs.ts',
  ]);
  // The server itself imports none of these programs.
  expect(filesMatching(/postgres-programs|\/back-up\.ts|\/restore\.ts/, everywhere)).toEqual([
    'server/src/backup.ts',
    'server/src/backup/back-up.ts',
    'server/src/backup/restore.ts',
    'server/src/restore.ts',
  ]);
});

test('the client generates no HTML from strings @protection.code', () => {
  const htmlWriters =
    /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write/;
  expect(filesMatching(htmlWriters, web)).toEqual([]);
  expect(filesMatching(/DOMParser|createContextualFragment|srcdoc|<iframe/i, web)).toEqual([]);
  // The only pages and emails that the server creates from strings; it escapes their contents.
  expect(filesMatching(/<!doctype/i, server)).toEqual([
    'server/src/accounts/routes/log-out-pages.ts',
    'server/src/messaging/rules/email-layout.ts',
  ]);
});

test('raw SQL is used only in the listed files, which were reviewed @protection.sql', () => {
  expect(filesMatching(/\bsql\.(raw|lit)\(|\.raw\(/, everywhere)).toEqual([
    'server/src/accounts/queries/users.ts',
    'server/src/audit/chain-queries.ts',
    'server/src/audit/changes.ts',
    'server/src/audit/queries.ts',
    'server/src/conversations/queries.ts',
    'server/src/database/connection/store-dialect.ts',
    'server/src/database/connection/store.ts',
    'server/src/database/paging.ts',
    'server/src/database/rate-limit-changes.ts',
    'server/src/demo/load-without-indexes.ts',
    'server/src/scheduling/queries/open-appointments.ts',
  ]);
});

test('the server connects only to hosts named in the configuration and to push services @protection.outbound', () => {
  expect(filesMatching(/\bfetch\s*\(|XMLHttpRequest|\b(https?|http2|tls)\.\w+\(/, server)).toEqual([
    // The router of ROUTER_URL, the geocoder of GEOCODER_URL and the style of MAP_STYLE_URL.
    'server/src/application/fetch-json-adapter.ts',
    // The push services of known browsers.
    'server/src/push/push-adapter.ts',
    // Twilio, or TWILIO_API_URL.
    'server/src/texting/twilio-adapter.ts',
  ]);
  // The identity provider, the embedded database's folder lock (a socket), PostgreSQL, and the mail server.
  const clients = /from '(pg|nodemailer|openid-client)'|\b(createConnection|connect)\(/;
  expect(filesMatching(clients, server)).toEqual([
    'server/src/accounts/adapters/oidc.ts',
    'server/src/database/connection/folder-lock.ts',
    'server/src/database/connection/postgres-listener.ts',
    'server/src/database/connection/postgres-source.ts',
    'server/src/mail/smtp-adapter.ts',
  ]);
});

test('only two files send redirects @protection.redirects', () => {
  expect(filesMatching(/\.redirect\(|['"]location['"]\s*,/i, server)).toEqual([
    'server/src/accounts/routes/provider-sign-in-routes.ts',
    // To our own page.
    'server/src/messaging/unsubscribe-routes.ts',
  ]);
});

test('only the listed files access the file system @protection.files', () => {
  expect(filesMatching(/from '(node:)?fs(\/promises)?'|@fastify\/static/, server)).toEqual([
    'server/src/backup.ts',
    'server/src/backup/back-up.ts',
    'server/src/backup/backup-files.ts',
    'server/src/backup/data-folder.ts',
    'server/src/backup/postgres-programs.ts',
    'server/src/backup/read-archive.ts',
    'server/src/backup/restore.ts',
    'server/src/backup/write-archive.ts',
    'server/src/database/connection/copy-requests.ts',
    'server/src/database/connection/durable-node-fs.ts',
    'server/src/database/connection/embedded-engine.ts',
    'server/src/database/connection/embedded-source.ts',
    'server/src/database/connection/folder-lock.ts',
    'server/src/database/connection/store.ts',
    'server/src/database/migrator.ts',
    'server/src/main.ts',
    'server/src/maps/queries.ts',
    'server/src/maps/street-file-adapter.ts',
    'server/src/pages/page-html.ts',
    'server/src/pages/routes.ts',
    'server/src/pages/static-files.ts',
    'server/src/payments/receipt-pdf-view.ts',
    'server/src/places/queries.ts',
    'server/src/remove-second-factor.ts',
    'server/src/secret-files.ts',
    'server/src/verify-audit.ts',
  ]);
});

test('logs are written only to standard output @data.logs', () => {
  const otherOutputs = /appendFile|createWriteStream|\btransport:|pino\.destination|node:syslog/;
  expect(filesMatching(otherOutputs, server)).toEqual([]);
});

test("Math.random is used only for retry delays and for the demo's simulated walk @protection.crypto", () => {
  expect(filesMatching(/Math\.random/, everywhere)).toEqual([
    'server/src/database/connection/postgres-listener.ts',
    'server/src/database/connection/transaction.ts',
    'server/src/mail/delivery-job.ts',
    'server/src/messaging/delivery-job.ts',
    // The path of the demo's simulated mechanic.
    'web/src/tracking/simulated-walk.ts',
  ]);
});

test('our own code encrypts and signs only push messages, and hashes are SHA-256 @protection.crypto', () => {
  expect(
    filesMatching(
      /\bcreate(Cipher|Decipher|Sign\b|Verify|DiffieHellman|ECDH)|(?<!Math\.)\bsign\(|\bsubtle\./,
      everywhere,
    ),
  ).toEqual([
    // With Node's AES-GCM and ECDSA, as RFC 8291 and RFC 8292 specify.
    'server/src/push/push-encryption-adapter.ts',
    'server/src/push/push-keys.ts',
  ]);
  // Twilio signs its requests with HMAC-SHA-1, which is still considered secure.
  const twilio = ['server/src/texting/twilio-signature.ts'];
  expect(filesMatching(/create(Hash|Hmac)\((?!'sha256')/, everywhere)).toEqual(twilio);
  expect(filesMatching(/\bmd5\b|\bsha-?1\b|hmac-sha1/i, everywhere)).toEqual(twilio);
});

test('no window listens for messages from another window @protection.code', () => {
  expect(filesMatching(/\bonmessage\b|window\.(opener|parent|open\()/, web)).toEqual([]);
  // The linked page does not learn which page linked to it, and gets no reference to this window.
  expect(filesMatching(/target="_blank"(?!\s+rel="noreferrer")/, web)).toEqual([]);
  // These files listen only to other tabs of this origin and to its own service worker.
  expect(filesMatching(/addEventListener\(\s*'message'/, web)).toEqual([
    'web/src/api/live-events.ts',
    'web/src/offline/offline-schedule.tsx',
    'web/src/offline/queued-steps.ts',
    'web/worker/offline-worker.ts',
  ]);
});

test('passwords are entered only in the password field component @protection.passwords-fields', () => {
  expect(filesMatching(/type=\{?.{0,20}['"]password['"]/, web)).toEqual([
    'web/src/ui/password-input.tsx',
  ]);
  for (const [file, text] of sources) {
    const elements = text.split(/(?=<[A-Z]\w*|<input)/);
    const fields = elements.filter((field) => /autoComplete="(current|new)-password"/.test(field));
    const passwordFields = fields.filter((field) =>
      /^<(PasswordInput|PasswordField)\b/.test(field),
    );
    expect([file, passwordFields]).toEqual([file, fields]);
  }
});

test('password fields allow pasting and are recognized by password managers @protection.passwords-fields', () => {
  expect(filesMatching(/onPaste|onBeforeInput|addEventListener\(\s*'paste'/, web)).toEqual([]);
  const files = filesMatching(/<PasswordInput\b/, web);
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const fields = (sources.get(file) ?? '').split('<PasswordInput').slice(1);
    for (const field of fields) {
      expect([file, field]).toEqual([
        file,
        expect.stringMatching(/^[^<]*autoComplete="(current|new)-password"/),
      ]);
    }
  }
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|js|mjs)$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`);
}

/** Removes comments, but not the slashes of addresses such as `https://...`. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<![:\w'"`\\/])\/\/.*$/gm, '');
}
