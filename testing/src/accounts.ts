import type { Role } from '@curbwrench/contract/people/roles';
import { Browser, tokenSentTo } from './browser.ts';
import { makePerson } from './builders.ts';
import { hashTestPassword } from './passwords.ts';
import type { TestApp } from './start-app.ts';

/** The password for accounts in tests: long, and not on any list of known passwords. */
export const password = 'a rubber mallet in the rain';

let accountCount = 0;

/** A person with a real account, and the browser in which they are signed in. */
export interface AccountHolder {
  readonly id: string;
  readonly email: string;
  readonly browser: Browser;
}

/** Returns an email address that no account uses. */
export function unusedEmail(): string {
  accountCount += 1;
  return `holder-${accountCount}@example.com`;
}

/** Returns the body of a request to sign up. */
export const signUpBody = (email: string, extraFields: object = {}) => ({
  firstName: 'Robin',
  lastName: 'Vale',
  email,
  password,
  ...extraFields,
});

/** Signs up and verifies the address, without signing in. Returns the address. */
export async function signUp(
  app: TestApp,
  email = unusedEmail(),
  extraFields: object = {},
): Promise<string> {
  const browser = new Browser(app);
  const response = await browser.post('/api/account/sign-up', signUpBody(email, extraFields));
  if (response.statusCode !== 204) throw new Error(`Signing up failed: ${response.body}`);
  await verifyAddress(app, email);
  return email;
}

/** Opens the link in the last email to this address. */
export async function verifyAddress(app: TestApp, email: string): Promise<void> {
  const token = await tokenSentTo(app, email);
  const response = await new Browser(app).post('/api/account/verify-email', { token });
  if (response.statusCode !== 204)
    throw new Error(`Verifying the address failed: ${response.body}`);
}

/** Signs in with a new browser, in which a code may still have to be entered. */
export async function signIn(
  app: TestApp,
  email: string,
  enteredPassword = password,
): Promise<Browser> {
  const browser = new Browser(app);
  const response = await browser.post('/api/account/sign-in', { email, password: enteredPassword });
  if (response.statusCode !== 200) throw new Error(`Signing in failed: ${response.body}`);
  return browser;
}

/**
 * Creates a person in a role with a verified address and a password, and a signed-in browser, without
 * sending the requests to sign up, verify and sign in.
 */
export async function makeAccount(app: TestApp, role: Role = 'customer'): Promise<AccountHolder> {
  const person = await makePerson(app, role, { firstName: 'Robin', lastName: 'Vale' });
  const now = new Date();
  await app.store.kysely
    .insertInto('credentials')
    .values({
      id: person.id,
      subject: person.id,
      provider_id: 'credential',
      account_id: person.id,
      password: await hashTestPassword(password),
      created_at: now,
      updated_at: now,
    })
    .execute();
  const browser = new Browser(app);
  const [name = '', value = ''] = person.headers.cookie.split(/=(.*)/s);
  browser.cookies.set(name, value);
  return { id: person.id, email: person.email, browser };
}
