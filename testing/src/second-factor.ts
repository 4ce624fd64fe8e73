import { afterAll, beforeAll, vi } from 'vitest';
import { password, type AccountHolder } from './accounts.ts';
import { generateCode } from './authenticator.ts';
import { startApp, type TestApp } from './start-app.ts';

/** A second factor: the `otpauth:` URI that an authenticator app scans, and the backup codes. */
export interface SecondFactor {
  readonly uri: string;
  readonly backupCodes: string[];
}

/**
 * Sets up a second factor with the code of a time step, by default the previous one, so that later codes stay unused.
 * A test whose clock runs passes 0, because the previous step's code could expire before it arrives.
 */
export async function setUpSecondFactor(
  { browser }: Pick<AccountHolder, 'browser'>,
  steps = -1,
): Promise<SecondFactor> {
  const started = await browser.post('/api/account/two-factor', { password });
  if (started.statusCode !== 200) throw new Error(started.body);
  const factor = started.json<SecondFactor>();
  const confirmed = await browser.post('/api/account/two-factor/confirm', {
    code: generateCode(factor.uri, steps),
  });
  if (confirmed.statusCode !== 200) throw new Error(confirmed.body);
  return factor;
}

/**
 * Starts two apps of one business for the tests of a file and passes them to `assign`; in `strict`, staff need a
 * second factor. Stops the system clock: codes are valid for half a minute, and none may expire during a test.
 */
export function prepareSecondFactorApps(
  assign: (prepared: { readonly app: TestApp; readonly strict: TestApp }) => void,
): void {
  let app: TestApp;
  let strict: TestApp;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    app = await startApp();
    strict = await startApp({
      database: app.database,
      authSecret: app.authSecret,
      staffTwoFactor: true,
    });
    assign({ app, strict });
  });
  afterAll(async () => {
    // Comes first, so that the clock runs again for the next test file even if starting the apps failed.
    vi.useRealTimers();
    await strict.stop();
    await app.stop();
  });
}
