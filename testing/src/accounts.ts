import type { Role } from '@curbwrench/contract/roles';
import { Browser, tokenSentTo } from './browser.ts';
import { makePerson } from './builders.ts';
import { hashTestPassword } from './passwords.ts';
import type { TestApp } from './start-app.ts';

/** Long, and on nobody's list. */
export const password = 'a rubber mallet in the rain';

let signedUp = 0;

/** Someone with a real account, and the browser they are signed in with. */
export interface AccountHolder {
  readonly id: string;
  readonly email: string;
  readonly browser: Browser;
}

/** An address that nobody has yet. */
export function freshAddress(): string {
  signedUp += 1;
  return `holder-${signedUp}@example.com`;
}

/** Signs up, and proves the address. Not signed in. */
export async function signUp(
  site: TestApp,
  email = freshAddress(),
  more: object = {},
): Promise<string> {
  const browser = new Browser(site);
  const body = { firstName: 'Robin', lastName: 'Vale', email, password, ...more };
  const answer = await browser.post('/api/account/sign-up', body);
  if (answer.statusCode !== 204) throw new Error(`Signing up answered ${answer.body}`);
  await proveAddress(site, email);
  return email;
}

/** Uses the link in the last message to this address. */
export async function proveAddress(site: TestApp, email: string): Promise<void> {
  const token = await tokenSentTo(site, email);
  const answer = await new Browser(site).post('/api/account/verify-email', { token });
  if (answer.statusCode !== 204) throw new Error(`Proving the address answered ${answer.body}`);
}

/** Signs in with a new browser, which may still be asked for a code. */
export async function signIn(site: TestApp, email: string, secret = password): Promise<Browser> {
  const browser = new Browser(site);
  const answer = await browser.post('/api/account/sign-in', { email, password: secret });
  if (answer.statusCode !== 200) throw new Error(`Signing in answered ${answer.body}`);
  return browser;
}

/**
 * Someone of a role with a proven address and a password, and a browser that is signed in: as if
 * they had signed up, proved it and signed in, but at once.
 */
export async function makeAccount(site: TestApp, role: Role = 'customer'): Promise<AccountHolder> {
  const person = await makePerson(site, role, { firstName: 'Robin', lastName: 'Vale' });
  const now = new Date();
  await site.store.kysely
    .insertInto('accounts')
    .values({
      id: person.id,
      account_id: person.id,
      provider_id: 'credential',
      user_id: person.id,
      password: await hashTestPassword(password),
      created_at: now,
      updated_at: now,
    })
    .execute();
  const browser = new Browser(site);
  const [name = '', value = ''] = person.headers.cookie.split(/=(.*)/s);
  browser.cookies.set(name, value);
  return { id: person.id, email: person.email, browser };
}
