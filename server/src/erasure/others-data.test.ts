import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unusedEmail, makeAccount, password, signIn, signUp } from '@curbwrench/testing/accounts';
import { Browser, emailsTo } from '@curbwrench/testing/browser';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import { sendInvitation } from '@curbwrench/testing/invitations';
import { readTexts, changeEmail, insertMessage } from '@curbwrench/testing/personal-data';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { findRowsContaining } from '@curbwrench/testing/database-search';
import { sealAudit } from '../audit/changes.ts';
import { getSqlState } from '../database/connection/errors.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin', { firstName: 'Ada', lastName: 'Moss' });
});
afterAll(() => app.stop());

describe('erasing a person removes nothing that belongs to others:', () => {
  test('emails and the invitation for an address that now belongs to someone else stay', async () => {
    const email = unusedEmail();
    const formerOwner = await signIn(app, await signUp(app, email));
    await changeEmail(app, formerOwner, unusedEmail());
    const newOwner = await signIn(app, await signUp(app, email));
    await sendInvitation(app, admin, email);
    const subjects = ['Confirm your email address for Curbwrench', 'Your invitation to Curbwrench'];

    expect((await formerOwner.post('/api/account/delete', { password })).statusCode).toBe(204);
    expect((await emailsTo(app, email)).map(({ subject }) => subject)).toEqual(subjects);
    expect((await newOwner.post('/api/account/delete', { password })).statusCode).toBe(204);
    expect(await emailsTo(app, email)).toEqual([]);
    expect(await findRowsContaining(app, [email])).toEqual([]);
  });

  test("an unverified sign-up does not delete its address's invitation", async () => {
    const email = unusedEmail();
    await sendInvitation(app, admin, email);
    for (const firstName of ['Mallory', 'Mallory']) {
      const body = { firstName, lastName: 'Twice', email, password };
      expect((await new Browser(app).post('/api/account/sign-up', body)).statusCode).toBe(204);
    }
    const { rows } = await sql`select from invitations where email = ${email}`.execute(
      app.store.kysely,
    );
    expect(rows).toHaveLength(1);
    await sealAudit(app.store.kysely);
    const entries =
      await sql`select from audit_entries join audit_personal p on entry_number = number
      where subject = 'invitation' and p.after ->> 'email' = ${email}`.execute(app.store.kysely);
    expect(entries.rows).toHaveLength(1);
    // The first of the two sign-ups is deleted, with its email.
    expect((await emailsTo(app, email)).map(({ subject }) => subject)).toEqual([
      'Your invitation to Curbwrench',
      'Confirm your email address for Curbwrench',
    ]);
  });

  test('a name is not redacted in texts that do not involve the erased person', async () => {
    const owner = await makeAccount(app);
    await owner.browser.send('PATCH', '/api/account', { firstName: 'Brake', lastName: 'Pads' });
    const other = await makePerson(app, 'customer');
    await insertMessage(app, other.id, admin.id, 'Your Brake Pads are worn');
    expect((await owner.browser.post('/api/account/delete', { password })).statusCode).toBe(204);
    expect(await readTexts(app, other.id)).toMatchObject({
      messages: ['Your Brake Pads are worn'],
    });
  });

  test('the database lets a message be redacted, but not changed in any other way', async () => {
    const { id } = await makePerson(app, 'customer');
    await insertMessage(app, id, admin.id, 'Pay 100% to Ann_B today');
    const setText = (text: string) =>
      sql`update messages set text = ${text} where person_id = ${id}`.execute(app.store.kysely);
    for (const text of [
      'Pay … to Ann_B tomorrow',
      'Pay 10 % to Ann_B today',
      'Pay 100% to AnnXB …',
    ]) {
      await expect(setText(text)).rejects.toSatisfy((error) => getSqlState(error) === '42501');
    }
    await setText('Pay 100% to … today');
  });
});
