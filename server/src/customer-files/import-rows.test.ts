import type { Vehicle } from '@curbwrench/contract/vehicles/schemas';
import { makePerson } from '@curbwrench/testing/builders';
import {
  CustomerImport,
  listOutcomes,
  listPlanned,
  listReasons,
} from '@curbwrench/testing/customer-import';
import { read, send } from '@curbwrench/testing/requests';
import { startApp } from '@curbwrench/testing/start-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let importer: CustomerImport;

beforeAll(async () => {
  const app = await startApp();
  importer = new CustomerImport(app, await makePerson(app, 'admin'));
});
afterAll(() => importer.app.stop());

// Rate limits have their own tests.
beforeEach(() => sql`delete from rate_limits`.execute(importer.app.store.kysely));

test('vehicles are imported, one per row, with a warning for a mistyped VIN @import.vehicles', async () => {
  const file = [
    'First name,Last name,Phone,Vehicle year,Vehicle make,Vehicle model,License plate,VIN',
    'Vic,Wheels,415 555 0130,2019,Honda,Fit,7ABC123,00000000000000000',
    'Vic,Wheels,415 555 0130,2020,Ford,Transit,,',
    'Vic,Wheels,415 555 0130,,Ford,,,',
    'Vic,Wheels,415 555 0130,3019,Ford,Focus,,',
  ].join('\n');
  const preview = await importer.preview(file);
  expect(listOutcomes(preview)).toEqual(['new', 'updates', 'refused', 'refused']);
  expect(preview.rows.map(({ sameAsRow }) => sameAsRow)).toEqual([null, 2, null, null]);
  expect(preview.rows[0]?.warning).toBe(
    'VIN: This VIN is the same character repeated. Please check it.',
  );
  expect(listReasons(preview)).toEqual([
    null,
    null,
    'A vehicle needs a year, a make, and a model.',
    'Year must be valid',
  ]);
  await importer.importFile(file);
  const { id } = await importer.getRecord('vic wheels');
  const vehicles = await read<Vehicle[]>(
    importer.app,
    importer.admin,
    `/api/vehicles?customerId=${id}`,
  );
  expect(vehicles.map(({ model }) => model).toSorted()).toEqual(['Fit', 'Transit']);
  expect(listOutcomes(await importer.preview(file)).slice(0, 2)).toEqual(['same', 'same']);
  // A removed vehicle is not added again.
  for (const vehicle of vehicles)
    await send(importer.app, importer.admin, 'DELETE', `/api/vehicles/${vehicle.id}`);
  expect(listOutcomes(await importer.preview(file)).slice(0, 2)).toEqual(['same', 'same']);
});

describe('a customer whom the business knows', () => {
  test('gets only the values that are missing, and nothing is overwritten @import.fills-blanks', async () => {
    const known = await importer.addCustomer({
      firstName: 'Kay',
      lastName: 'Known',
      phone: '415 555 0140',
      notes: 'Ours',
    });
    const file =
      'Name,Phone,Phone 2,Email,Address,Notes\nKay Known,(415) 555-0140,415 555 0141,kay@known.example,9 Elm St,Theirs\n';
    const [row] = (await importer.preview(file)).rows;
    expect(row).toMatchObject({
      outcome: 'updates',
      existingName: 'Kay Known',
      adds: ['email', 'phone', 'address'],
    });
    await importer.importFile(file);
    expect(await importer.getRecord('kay@known.example')).toMatchObject({
      id: known.id,
      phone: '(415) 555-0140',
      otherPhones: ['(415) 555-0141'],
      addresses: ['9 Elm St'],
      notes: 'Ours',
      version: 2,
    });
    expect(listOutcomes(await importer.preview(file.replace('9 Elm St', '10 Oak St')))).toEqual([
      'same',
    ]);
  });

  test('is recognized by the email address, or by the name and a phone number @import.same', async () => {
    await importer.addCustomer({
      firstName: 'Eve',
      lastName: 'Mail',
      phone: '415 555 0142',
      email: 'eve@mail.example',
    });
    const makeFile = (name: string, email: string, phone: string) =>
      `Name,Email,Phone\n${name},${email},${phone}\n`;
    expect(
      (await importer.preview(makeFile('Evelyn M', 'EVE@mail.example', ''))).rows,
    ).toMatchObject([{ outcome: 'same', warning: 'Same email address as Eve Mail.' }]);
    expect(
      (await importer.preview(makeFile('eve mail', 'eve@mail.example', ''))).rows,
    ).toMatchObject([{ outcome: 'same', warning: null }]);
    expect(
      listOutcomes(await importer.preview(makeFile('eve mail', '', '+1 415 555 0142'))),
    ).toEqual(['same']);
    // The name or the number alone is not enough.
    expect(listOutcomes(await importer.preview(makeFile('Eve Mail', '', '415 555 0149')))).toEqual([
      'new',
    ]);
    expect(listOutcomes(await importer.preview(makeFile('Adam Mail', '', '415 555 0142')))).toEqual(
      ['new'],
    );
  });

  test('who has not verified the email address yet gets no data @import.unverified', async () => {
    const ula = await makePerson(importer.app, 'customer', {
      firstName: 'Ula',
      lastName: 'Verified',
    });
    await importer.app.store.kysely
      .updateTable('accounts')
      .set({ email_verified: false })
      .where('id', '=', ula.id)
      .execute();
    const file = `Name,Email,Notes\nUla Verified,${ula.email},Gate 4\n`;
    expect(listOutcomes(await importer.preview(file))).toEqual(['new']);
    expect(await importer.importFile(file)).toEqual([]);
    const found = await sql<{ id: string; office_notes: string | null }>`
      select id, office_notes from people where email = ${ula.email} order by id = ${ula.id}
    `.execute(importer.app.store.kysely);
    expect(found.rows.map(({ office_notes }) => office_notes)).toEqual(['Gate 4', null]);
    expect(found.rows[1]?.id).toBe(ula.id);
    expect(listOutcomes(await importer.preview(file))).toEqual(['same']);
    const exported = `Curbwrench ID,Name,Email\n${ula.id},Ula Verified,${ula.email}\n`;
    expect(listReasons(await importer.preview(exported))).toEqual([
      "This customer hasn't verified their email address yet.",
    ]);
  });

  test('whose account is deactivated gets no data @import.deactivated', async () => {
    const dee = await makePerson(importer.app, 'customer', {
      firstName: 'Dee',
      lastName: 'Activated',
    });
    const file = (notes: string) => `Name,Email,Notes\nDee Activated,${dee.email},${notes}\n`;
    const preview = await importer.preview(file('Gate 4'));
    expect(listOutcomes(preview)).toEqual(['updates']);
    await importer.app.store.kysely
      .updateTable('accounts')
      .set({ active: false })
      .where('id', '=', dee.id)
      .execute();
    expect(listReasons(await importer.preview(file('Gate 4')))).toEqual([
      "This customer's account is deactivated. Reactivate it first.",
    ]);
    expect(listOutcomes(await importer.preview(file('')))).toEqual(['same']);
    expect((await importer.importRows(preview, listPlanned(preview))).json()).toEqual({
      changed: [2],
    });
    expect((await importer.getRecord(dee.email)).notes).toBeNull();
  });

  test('is recognized by the id that they had before their record was merged @import.merged', async () => {
    const kept = await importer.addCustomer({
      firstName: 'Kep',
      lastName: 'Merged',
      phone: '415 555 0145',
    });
    const removed = await importer.addCustomer({
      firstName: 'Rem',
      lastName: 'Oved',
      phone: '415 555 0146',
    });
    const exported = `Curbwrench ID,Name,Phone\n${removed.id},Rem Oved,415 555 0146\n`;
    const otherPreview = await importer.preview('Name,Phone\nFre Sh,415 555 0147\n');
    const merged = await send(
      importer.app,
      importer.admin,
      'POST',
      `/api/customers/${kept.id}/merge`,
      { otherId: removed.id, version: 1, otherVersion: 1 },
    );
    expect(merged.statusCode).toBe(200);
    expect((await importer.preview(exported)).rows).toMatchObject([
      { outcome: 'same', existingName: 'Kep Merged', warning: null },
    ]);
    // A new customer can't get the removed id either.
    const [planned] = listPlanned(otherPreview);
    const rowsWithTakenId = planned ? [{ ...planned, customerId: removed.id }] : [];
    expect((await importer.importRows(otherPreview, rowsWithTakenId)).json()).toEqual({
      changed: [2],
    });
  });

  test('is not guessed if several customers match, and is never a staff member @import.same', async () => {
    await importer.addCustomer({
      firstName: 'Ann',
      lastName: 'Twin',
      phone: '415 555 0143',
      email: 'twins@home.example',
    });
    await importer.addCustomer({
      firstName: 'Bea',
      lastName: 'Twin',
      phone: '415 555 0143',
      email: 'twins@home.example',
    });
    const preview = await importer.preview(
      'Name,Email\nBea Twin,twins@home.example\nCid Twin,twins@home.example\n' +
        `Me,${importer.admin.email}\n`,
    );
    expect(listOutcomes(preview)).toEqual(['same', 'refused', 'refused']);
    expect(listReasons(preview)).toEqual([
      null,
      '2 of your customers have this email address.',
      'This person is a member of your team.',
    ]);
  });
});

test('rows that could be added twice, or that forms would refuse, are not imported @import.rows', async () => {
  const before = await importer.countPeople();
  const preview = await importer.preview(
    [
      'First name,Last name,Email,Phone,Notes',
      'No,Contact,,,',
      'Bad,Phone,,CALL ME,',
      'Bad,Email,nobody@,,',
      ',,lonely@row.example,,',
      'https://spam.example/x,Link,a@b.example,,',
      'Too,Many,x@y.example,415 555 0150,note,more',
      `Long,Note,n@y.example,415 555 0151,${'x'.repeat(4001)}`,
      'Bell\u0007,Ringer,r@y.example,,',
    ].join('\n'),
  );
  expect(listReasons(preview)).toEqual([
    'Without an email address or a phone number, this customer could be added twice.',
    `"CALL ME" isn't a phone number.`,
    'Email: Please enter a valid email address',
    'This row has no name.',
    "First name: A name can't contain a web address.",
    'This row has more cells than the header.',
    'Notes: Please keep this to 4000 characters or fewer.',
    "First name: This text contains characters that can't be saved.",
  ]);
  expect(listPlanned(preview)).toEqual([]);
  expect(await importer.countPeople()).toBe(before);
});

test('each row has the number that a spreadsheet program shows @import.row-numbers', async () => {
  const preview = await importer.preview(
    [
      '',
      'Name,Phone,Notes',
      'Num Ber,415 555 0170,"two\nlines"',
      ',,',
      '',
      'No Number,CALL ME,',
      'Num Ber,415 555 0170,',
    ].join('\n'),
  );
  expect(preview.rows.map(({ row, outcome, sameAsRow }) => [row, outcome, sameAsRow])).toEqual([
    [3, 'new', null],
    [6, 'refused', null],
    [7, 'same', 3],
  ]);
  expect(await importer.getErrorMessage('Name,Phone\n\nA B,1\n"C"D,2\n')).toMatch(
    /^Row 4 of this file/,
  );
  // Row numbers may exceed the maximum number of rows, because empty rows count.
  const fileWithEmptyRows = `Name,Phone\n${'\n'.repeat(30_000)}Far Down,415 555 0171\n`;
  expect(await importer.importFile(fileWithEmptyRows)).toEqual([]);
});

describe('a name', () => {
  test('alone does not identify a customer @import.rows', async () => {
    await importer.addCustomer({ firstName: 'Sam', lastName: 'Same', phone: '415 555 0172' });
    const preview = await importer.preview(
      'Name,Phone,Notes\nSam Same,,known\nTom Same,,first\nTom Same,,second\n',
    );
    const reason =
      'Without an email address or a phone number, this customer could be added twice.';
    expect(preview.rows.map((row) => [row.row, row.reason])).toEqual([
      [2, reason],
      [3, reason],
      [4, reason],
    ]);
  });

  test.each([
    ['different case', 'JOSÉ', 'NÚÑEZ'],
    ['different spaces', ' José ', 'Núñez'],
    ['everything in the first name', 'José  Núñez', ''],
  ])('with %s matches in the file and in the database @import.names', async (_, first, last) => {
    const number = `415 555 02${String(first.length).padStart(2, '0')}`;
    const again = `First name,Last name,Phone\n${first},${last},${number}\n`;
    const preview = await importer.preview(`${again}José,Núñez,${number}\n`);
    expect(listOutcomes(preview)).toEqual(['new', 'same']);
    await importer.addCustomer({ firstName: 'José', lastName: 'Núñez', phone: number });
    expect(listOutcomes(await importer.preview(again))).toEqual(['same']);
  });

  test('of one word matches when it is imported again @import.names', async () => {
    const file = 'Company,Phone\nOneword,415 555 0174\n';
    await importer.importFile(file);
    expect(listOutcomes(await importer.preview(file))).toEqual(['same']);
  });

  test('that was entered with two spaces matches @import.names', async () => {
    await importer.addCustomer({ firstName: 'Mary  Ann', lastName: 'Lee', phone: '415 555 0173' });
    expect((await importer.getRecord('Mary Ann Lee')).firstName).toBe('Mary Ann');
    const file = 'First name,Last name,Phone\nMary,Ann Lee,415 555 0173\n';
    expect(listOutcomes(await importer.preview(file))).toEqual(['same']);
  });
});
