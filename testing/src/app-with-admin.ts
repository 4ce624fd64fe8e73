import { afterAll, beforeAll, beforeEach } from 'vitest';
import { makePerson, type Person } from './builders.ts';
import { deleteEveryone } from './delete-everyone.ts';
import { startApp, type TestApp } from './start-app.ts';

/** The fixture that each test of a file starts with. */
interface AppWithAdmin {
  readonly app: TestApp;
  /** The business's only person. */
  readonly admin: Person;
}

/**
 * Starts an app for the tests of a file. Before each test, deletes everyone and passes `assign` a new admin, for tests
 * about the last admin or the only mechanic.
 */
export function prepareAppWithAdmin(assign: (prepared: AppWithAdmin) => void): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    await deleteEveryone(app.store);
    assign({ app, admin: await makePerson(app, 'admin') });
  });
}
