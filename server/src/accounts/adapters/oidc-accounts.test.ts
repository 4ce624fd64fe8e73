import { describe, expect, test } from 'vitest';
import { makePerson } from '@curbwrench/testing/builders';
import { Navigator, ownOrigin } from '@curbwrench/testing/navigator';
import { startProvider } from '@curbwrench/testing/oidc-provider';
import { expectProblem, setUpAppWithProvider } from '@curbwrench/testing/app-with-provider';
import { read } from '@curbwrench/testing/requests';
import { startApp } from '@curbwrench/testing/start-app';

const fixture = setUpAppWithProvider();
const { makeProviderUser, signIn, signedInUser, readCredentials, readAccounts } = fixture;

describe('identifying an account', () => {
  test('links an identity to the account that has verified the same address', async () => {
    const mechanic = await makePerson(fixture.app, 'mechanic');
    const person = makeProviderUser({ email: mechanic.email.toUpperCase() });
    const { browser } = await signIn(person);
    expect(await signedInUser(browser)).toMatchObject({ id: mechanic.id, role: 'mechanic' });
    expect(await readCredentials(mechanic.id)).toEqual([
      { provider_id: fixture.provider.settings.issuer, subject: person.sub },
    ]);
    // From now on, the link identifies the person, even if their address changes.
    const secondSignIn = await signIn({
      ...person,
      email: 'other@example.org',
      email_verified: false,
    });
    expect((await signedInUser(secondSignIn.browser))?.['id']).toBe(mechanic.id);
  });

  test.each([
    ['unverified', { email_verified: false }],
    ['marked as verified by a string', { email_verified: 'true' }],
    ['not marked as verified', { email_verified: undefined }],
    ['missing', { email: undefined }],
    ['not an address', { email: 'not an address' }],
    ['a list', { email: ['a@example.org'] }],
  ])('with an address that is %s links no account and creates none', async (_, claims) => {
    const admin = await makePerson(fixture.app, 'admin');
    for (const email of [admin.email, makeProviderUser().email]) {
      const person = makeProviderUser({ email, ...claims });
      for (const inToken of [true, false]) {
        fixture.provider.hasClaimsInToken = inToken;
        const before = await readAccounts();
        const { landing, browser } = await signIn(person);
        expectProblem(landing, browser, 'email_unverified');
        expect(await readAccounts()).toEqual(before);
      }
    }
  });

  test('does not link an existing account whose own email was never verified', async () => {
    const squatter = await makePerson(fixture.app, 'customer');
    await fixture.app.store.kysely
      .updateTable('accounts')
      .set({ email_verified: false })
      .where('id', '=', squatter.id)
      .execute();
    const before = await readAccounts();
    const { landing, browser } = await signIn(makeProviderUser({ email: squatter.email }));
    expectProblem(landing, browser, 'account_unverified');
    expect(await readAccounts()).toEqual(before);
  });

  test('does not link a person who has a second factor unless passwords are turned off @accounts.provider-linking', async () => {
    const admin = await makePerson(fixture.app, 'admin');
    const { kysely } = fixture.app.store;
    await kysely
      .updateTable('accounts')
      .set({ two_factor_enabled: true })
      .where('id', '=', admin.id)
      .execute();
    const person = makeProviderUser({ email: admin.email });
    const before = await readAccounts();
    const { landing, browser } = await signIn(person);
    expectProblem(landing, browser, 'second_factor');
    expect(await readAccounts()).toEqual(before);
    const secondApp = await startApp({
      database: fixture.app.database,
      authSecret: fixture.app.authSecret,
      signIn: { passwords: false, providers: [fixture.provider.settings] },
    });
    try {
      await new Navigator(secondApp.server).go('/api/login');
    } finally {
      await secondApp.stop();
    }
    expect(await readCredentials(admin.id)).toHaveLength(1);
    await signIn(person, browser);
    expect(await signedInUser(browser)).toMatchObject({ id: admin.id });
  });

  test('treats the same subject at a different issuer as a different person @accounts.provider-linking', async () => {
    const otherProvider = await startProvider(ownOrigin);
    const secondApp = await startApp({
      database: fixture.app.database,
      signIn: { passwords: true, providers: [otherProvider.settings] },
    });
    try {
      const person = makeProviderUser();
      const { browser } = await signIn(person);
      const personWithSameSubject = makeProviderUser({ sub: person.sub });
      otherProvider.nextSignIn = personWithSameSubject;
      const secondBrowser = new Navigator(secondApp.server);
      await secondBrowser.go('/api/login/oidc');
      const response = await read<{ email: string }>(
        secondApp,
        { headers: { cookie: secondBrowser.cookie } },
        '/api/auth/user',
      );
      expect(response.email).toBe(personWithSameSubject.email);
      expect(await signedInUser(browser)).toMatchObject({ email: person.email });
    } finally {
      await secondApp.stop();
      await otherProvider.stop();
    }
  });

  test('refuses a deactivated person, linked or not @accounts.provider-linking', async () => {
    const person = makeProviderUser();
    const firstSignIn = await signIn(person);
    const unlinked = await makePerson(fixture.app, 'admin');
    await fixture.app.store.kysely
      .updateTable('accounts')
      .set({ active: false })
      .where('email', 'in', [person.email, unlinked.email])
      .execute();
    expect(await signedInUser(firstSignIn.browser)).toBeNull();
    for (const deactivated of [person, makeProviderUser({ email: unlinked.email })]) {
      const before = await readAccounts();
      const { landing, browser } = await signIn(deactivated);
      expectProblem(landing, browser, 'deactivated');
      expect(await readAccounts()).toEqual(before);
    }
  });
});
