import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { Navigator, ownOrigin } from '@curbwrench/testing/navigator';
import { startProvider } from '@curbwrench/testing/oidc-provider';
import {
  expectProblem,
  setUpAppWithProvider,
  sessionToken,
} from '@curbwrench/testing/app-with-provider';
import { startApp } from '@curbwrench/testing/start-app';
import { createSignInProvider } from './oidc.ts';

const fixture = setUpAppWithProvider();
const { makeProviderUser, signIn, signedInUser, callbackUrlFor } = fixture;

describe('when a provider fails', () => {
  test('a provider that is down when our server starts is retried at each sign-in', async () => {
    const lateProvider = await startProvider(ownOrigin);
    await lateProvider.stop();
    const secondApp = await startApp({
      database: fixture.app.database,
      signIn: { passwords: false, providers: [lateProvider.settings] },
      logLevel: 'silent',
    });
    try {
      const browser = new Navigator(secondApp.server);
      const landingDuringOutage = await browser.go('/api/login?to=/payments');
      expect(landingDuringOutage.url).toBe(
        `${ownOrigin}/sign-in?problem=unavailable&to=%2Fpayments`,
      );
      await lateProvider.start();
      lateProvider.nextSignIn = makeProviderUser();
      const landingAfterOutage = await browser.go('/api/login?to=/payments');
      expect(landingAfterOutage.url).toBe(`${ownOrigin}/payments`);
      expect(sessionToken(browser)).toBeDefined();
    } finally {
      await secondApp.stop();
      await lateProvider.stop();
    }
  });

  test('signing in works again after a provider that went down during a sign-in is back up @accounts.provider-outage', async () => {
    const browser = new Navigator(fixture.app.server);
    const person = makeProviderUser();
    const callbackUrl = await callbackUrlFor(person, browser, '/payments');
    await fixture.provider.stop();
    try {
      const landing = await browser.go(callbackUrl.href);
      expect(landing.url).toBe(`${ownOrigin}/sign-in?problem=unavailable&to=%2Fpayments`);
      expectProblem(await browser.go('/api/login/oidc'), browser, 'unavailable');
    } finally {
      await fixture.provider.start();
    }
    const { landing } = await signIn(person, browser);
    expect(landing.url).toBe(`${ownOrigin}/`);
    expect(await signedInUser(browser)).toMatchObject({ email: person.email });
  });

  test('an error at the token endpoint leads back to the sign-in page', async () => {
    fixture.provider.tokenEndpoint = 'fails';
    const person = makeProviderUser();
    const { landing, browser } = await signIn(person);
    expectProblem(landing, browser, 'unavailable');
    fixture.provider.tokenEndpoint = 'works';
    await signIn(person, browser);
    expect(await signedInUser(browser)).not.toBeNull();
  });

  test('requests to a provider that never responds time out at every endpoint', async () => {
    const providerWithShortTimeout = createSignInProvider(
      fixture.provider.settings,
      ownOrigin,
      0.3,
    );
    const secrets = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) };
    const query = `code=a&state=${secrets.state}&iss=${fixture.provider.settings.issuer}`;
    fixture.provider.tokenEndpoint = 'hangs';
    expect(await providerWithShortTimeout.verifyResponse(query, secrets)).toMatchObject({
      problem: 'unavailable',
    });
    const silentServer = createServer(() => {});
    silentServer.listen(0, '127.0.0.1');
    await once(silentServer, 'listening');
    const { port } = silentServer.address() as AddressInfo;
    const unresponsiveProvider = createSignInProvider(
      { ...fixture.provider.settings, issuer: `http://127.0.0.1:${port}` },
      ownOrigin,
      0.3,
    );
    expect(await unresponsiveProvider.begin(secrets)).toMatchObject({ problem: 'unavailable' });
    expect(await unresponsiveProvider.signOutUrl('token')).toBeNull();
    silentServer.closeAllConnections();
    silentServer.close();
  });

  test('canceling at the provider leads back to the sign-in page', async () => {
    const { landing, browser } = await signIn('cancel');
    expectProblem(landing, browser, 'cancelled');
  });

  test('failed sign-ins are logged with a problem code, without personal data or the response @accounts.provider-outage', async () => {
    const person = makeProviderUser({ email_verified: false });
    const browser = new Navigator(fixture.app.server);
    const callbackUrl = await callbackUrlFor(person, browser);
    await browser.go(callbackUrl.href);
    await browser.go(callbackUrl.href);
    fixture.provider.hasClaimsInToken = true;
    fixture.provider.tampering = { claims: { nonce: 'forged' } };
    await signIn(person);
    const log = fixture.logLines.join('');
    for (const problem of ['email_unverified', 'expired', 'not_verified']) {
      expect(log).toContain(`"problem":"${problem}"`);
    }
    for (const secret of [
      person.email,
      person.sub,
      'forged',
      ...callbackUrl.searchParams.values(),
    ]) {
      if (secret !== fixture.provider.settings.issuer) expect(log).not.toContain(secret);
    }
  });
});
