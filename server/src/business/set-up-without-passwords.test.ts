import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSetUpToken } from './set-up-business.ts';
import { Browser } from '@curbwrench/testing/browser';
import { Navigator, ownOrigin } from '@curbwrench/testing/navigator';
import { startProvider, type TestProvider } from '@curbwrench/testing/oidc-provider';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

/*
 * Setup with PASSWORDS=off from the first start: the token that the server printed creates the first admin,
 * who can then sign in only through the provider.
 */

let provider: TestProvider;
let app: TestApp;

beforeAll(async () => {
  provider = await startProvider(ownOrigin);
  app = await startApp({ signIn: { passwords: false, providers: [provider.settings] } });
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

const readSignInOptions = async () =>
  (await new Browser(app).send('GET', '/api/account/sign-in-options')).json<object>();

/** Signs in through the provider as this person, in a new browser, and returns the signed-in user. */
async function signInThroughProvider(person: { sub: string; email: string; given_name: string }) {
  const browser = new Navigator(app.server);
  provider.nextSignIn = { ...person, family_name: 'Whitaker', email_verified: true };
  await browser.go('/api/login');
  const response = await app.server.inject({
    url: '/api/auth/user',
    headers: { cookie: browser.cookie },
  });
  return response.json<{ id: string; role: string; email: string }>();
}

test('the printed token creates the first admin, who signs in only through the provider', async () => {
  expect(await readSignInOptions()).toMatchObject({ passwords: false, setUpNeeded: true });
  const token = await createSetUpToken(app);
  const dana = {
    token,
    firstName: 'Dana',
    lastName: 'Whitaker',
    email: 'dana@example.org',
    password: 'a rubber mallet in the rain',
  };
  const setupBrowser = new Browser(app);
  const created = await setupBrowser.post('/api/set-up', dana);
  expect([created.statusCode, created.json()]).toMatchObject([201, { role: 'admin' }]);
  const { id } = created.json<{ id: string }>();
  expect(await setupBrowser.signedInUserId()).toBe(id);
  expect(await readSignInOptions()).toMatchObject({ setUpNeeded: false });

  const secondAttempt = await new Browser(app).post('/api/set-up', {
    ...dana,
    email: 'b@example.org',
  });
  expect(secondAttempt.statusCode).toBe(403);
  const passwordSignIn = await new Browser(app).post('/api/account/sign-in', dana);
  expect([passwordSignIn.statusCode, passwordSignIn.body]).toEqual([
    403,
    "You can't log in with a password here.",
  ]);

  expect(
    await signInThroughProvider({ sub: 'dana', email: dana.email, given_name: 'Dana' }),
  ).toMatchObject({
    id,
    role: 'admin',
  });
  const other = await signInThroughProvider({
    sub: 'pat',
    email: 'pat@example.org',
    given_name: 'Pat',
  });
  expect(other).toMatchObject({ role: 'customer', email: 'pat@example.org' });
});
