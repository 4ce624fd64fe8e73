import { afterAll, beforeAll, beforeEach } from 'vitest';
import { makePerson, type Person } from './builders.ts';
import { deleteEveryone } from './delete-everyone.ts';
import { startApp, type TestApp } from './start-app.ts';

/** The fixture that each test of a file starts with. */
interface SiteWithAdmin {
  readonly site: TestApp;
  /** The business's only person. */
  readonly admin: Person;
}

/**
 * Starts an app for the tests of a file. Before each test, deletes everyone and passes `assign` a new admin, for tests
 * about the last admin or the only mechanic.
 */
export function prepareSiteWithAdmin(assign: (prepared: SiteWithAdmin) => void): void {
  let site: TestApp;
  beforeAll(async () => {
    site = await startApp();
  });
  afterAll(() => site.stop());
  beforeEach(async () => {
    await deleteEveryone(site.store);
    assign({ site, admin: await makePerson(site, 'admin') });
  });
}
