import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { SMTPServer } from 'smtp-server';
import { createSignInProvider } from '../accounts/adapters/oidc.ts';
import { Navigator, ownOrigin } from '@curbwrench/testing/navigator';
import { startProvider, type TestProvider } from '@curbwrench/testing/oidc-provider';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { smtpMailer } from './smtp-adapter.ts';

/* Tests with sign-in providers and mail servers that must not be trusted. */

let provider: TestProvider;
let app: TestApp;

beforeAll(async () => {
  provider = await startProvider(ownOrigin);
  app = await startApp({ signIn: { passwords: true, providers: [provider.settings] } });
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

const secrets = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) };

async function listenOnLoopback(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns the metadata of a provider that claims to be this issuer. */
const getMetadata = (issuer: string) =>
  JSON.stringify({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  });

test('redirects by a provider are not followed @protection.outbound', async () => {
  const requestedPaths: string[] = [];
  const otherServer = await listenOnLoopback(
    createServer((request, response) => {
      requestedPaths.push(request.url ?? '');
      response.setHeader('content-type', 'application/json').end(getMetadata(issuer));
    }),
  );
  const issuer = await listenOnLoopback(
    createServer((request, response) => {
      response.writeHead(302, { location: `${otherServer}${request.url}` }).end();
    }),
  );
  const redirectingProvider = createSignInProvider({ ...provider.settings, issuer }, ownOrigin);
  expect(await redirectingProvider.begin(secrets)).toMatchObject({ ok: false });
  expect(requestedPaths).toEqual([]);
});

test('a provider that names another issuer is not trusted @protection.outbound', async () => {
  let claimedIssuer = 'https://evil.example';
  const issuer = await listenOnLoopback(
    createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(getMetadata(claimedIssuer));
    }),
  );
  const testedProvider = createSignInProvider({ ...provider.settings, issuer }, ownOrigin);
  expect(await testedProvider.begin(secrets)).toMatchObject({ ok: false });
  // With its own issuer, and nothing else changed, it is trusted.
  claimedIssuer = issuer;
  expect(await testedProvider.begin(secrets)).toMatchObject({ ok: true });
});

test('no access or refresh token of a provider is stored @protection.outbound', async () => {
  provider.nextSignIn = {
    sub: 'sub-1',
    email: 'pat@example.org',
    email_verified: true,
    given_name: 'Pat',
    family_name: 'Doe',
  };
  const landing = await new Navigator(app.server).go('/api/login/oidc');
  expect(landing.url).toBe(`${ownOrigin}/`);
  const links = await app.store.kysely
    .selectFrom('credentials')
    .select(['subject', 'access_token', 'refresh_token', 'id_token'])
    .execute();
  expect(links).toEqual([
    { subject: 'sub-1', access_token: null, refresh_token: null, id_token: null },
  ]);
});

test('no message is sent to a mail server with an untrusted certificate @protection.outbound', async () => {
  const acceptedSenders: string[] = [];
  // Without a configured certificate, the server uses a self-signed one.
  const server = new SMTPServer({
    secure: true,
    logger: false,
    authOptional: true,
    closeTimeout: 100,
    onMailFrom({ address }, _session, done) {
      acceptedSenders.push(address);
      done();
    },
  });
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = listener.address() as AddressInfo;
  const mailer = smtpMailer(`smtps://127.0.0.1:${port}`, 'desk@example.com');
  onTestFinished(() => mailer.close());
  const mail = { id: '1', to: 'pat@example.org', subject: 'Hello', text: 'Hello' };
  await expect(mailer.send(mail)).rejects.toThrow(/certificate/i);
  expect(acceptedSenders).toEqual([]);
});
