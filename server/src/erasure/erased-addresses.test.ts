import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanUp } from '../clean-up-job.ts';
import { makeAccount, password } from '@curbwrench/testing/accounts';
import { emailsTo } from '@curbwrench/testing/browser';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import { sendInvitation } from '@curbwrench/testing/invitations';
import { send } from '@curbwrench/testing/requests';
import { recordEmailViews } from '@curbwrench/testing/personal-data';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import {
  findRowsContaining,
  findMissing,
  findTablesContaining,
} from '@curbwrench/testing/database-search';
import { waitFor } from '@curbwrench/testing/wait-for';
import { sealAudit } from '../audit/changes.ts';
import { verifyAuditTrail } from '../audit/chain-queries.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin', { firstName: 'Ada', lastName: 'Moss' });
});
afterAll(() => app.stop());

describe('an invitation that no one accepted leaves no address', () => {
  test('when an admin withdraws it', async () => {
    const email = 'never.joined@example.net';
    await sendInvitation(app, admin, email);
    await sealAudit(app.store.kysely);
    const id = await sendInvitation(app, admin, email);
    await recordEmailViews(app);
    expect(await findMissing(app, [email])).toEqual([]);
    const response = await send(app, admin, 'DELETE', `/api/invitations/${id}`);
    expect(response.statusCode).toBe(204);
    expect(await findRowsContaining(app, [email])).toEqual([]);
    expect(await verifyAuditTrail(app.store.kysely)).toMatchObject({ isIntact: true });
  });

  test('when the clean-up deletes it', async () => {
    const email = 'never.came@example.net';
    await sendInvitation(app, admin, email);
    // An invitation expires after 7 days, and is deleted 30 days later.
    const expiresAt = testMorning.getTime() + 7 * 86_400_000;
    await cleanUp(app.store, new Date(expiresAt + 30 * 86_400_000));
    expect(await findTablesContaining(app, email)).not.toEqual([]);
    await cleanUp(app.store, new Date(expiresAt + 30 * 86_400_000 + 1));
    expect(await findRowsContaining(app, [email])).toEqual([]);
  });

  test('unless an account uses the address', async () => {
    const { email } = await makePerson(app, 'customer');
    const id = await sendInvitation(app, admin, email);
    expect((await send(app, admin, 'DELETE', `/api/invitations/${id}`)).statusCode).toBe(204);
    expect((await emailsTo(app, email)).map(({ subject }) => subject)).toEqual([
      'Your invitation to Curbwrench',
    ]);
    await sealAudit(app.store.kysely);
    await sql`select erase_invited_address(${email})`.execute(app.store.kysely);
    const { rows } = await sql`select from audit_entries join audit_personal p
      on entry_number = number where subject = 'invitation' and p.after ->> 'email' = ${email}
    `.execute(app.store.kysely);
    expect(rows).toHaveLength(1);
  });
});

test('the email that confirms that an account was deleted is itself deleted after it is sent', async () => {
  const sent: string[] = [];
  const appWithMailer = await startApp({
    database: app.database,
    authSecret: app.authSecret,
    mailer: {
      senderAddress: 'desk@example.com',
      send: async ({ to, subject }) => {
        sent.push(`${to}: ${subject}`);
      },
      close: () => {},
    },
  });
  try {
    const { email, browser } = await makeAccount(appWithMailer);
    expect((await browser.post('/api/account/delete', { password })).statusCode).toBe(204);
    await waitFor(async () => {
      expect(sent).toContain(`${email}: Your account with Curbwrench was deleted`);
      expect(await findRowsContaining(app, [email])).toEqual([]);
    });
  } finally {
    await appWithMailer.stop();
  }
});
