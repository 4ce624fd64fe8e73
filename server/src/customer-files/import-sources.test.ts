import { makePerson } from '@curbwrench/testing/builders';
import { CustomerImport, listOutcomes, listPlanned } from '@curbwrench/testing/customer-import';
import { send } from '@curbwrench/testing/requests';
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

const jobberFile = [
  'J-ID,Display Name,Company Name,First Name,Last Name,Main Phone #s,Emails,Service Street 1,Service City,Service State,Service Zip code,Tags',
  '101,Ada Byron,,Ada,Byron,(415) 555-0111,ada@jobber.example,1 Loop Rd,Salem,OR,97301,vip',
  '102,Bell Fleet Services,Bell Fleet Services,,,"415-555-0112, 415-555-0113",,2 Loop Rd,Salem,OR,97301,',
].join('\n');

describe('a file from Jobber', () => {
  test('adds its customers with their addresses and phone numbers @import.sources', async () => {
    const preview = await importer.preview(jobberFile);
    expect([preview.source, preview.ignoredHeaders, listOutcomes(preview)]).toEqual([
      'jobber',
      ['Display Name', 'Tags'].filter((header) => preview.ignoredHeaders.includes(header)),
      ['new', 'new'],
    ]);
    expect(preview.ignoredHeaders).toContain('Tags');
    expect(await importer.importFile(jobberFile)).toEqual([]);
    expect(await importer.getRecord('ada@jobber.example')).toMatchObject({
      firstName: 'Ada',
      lastName: 'Byron',
      phone: '(415) 555-0111',
      addresses: ['1 Loop Rd, Salem, OR 97301'],
      hasAccount: false,
    });
    expect(await importer.getRecord('bell fleet')).toMatchObject({
      phone: '(415) 555-0112',
      otherPhones: ['(415) 555-0113'],
    });
  });

  test('adds nothing when it is imported again, even with a new name and without the email and phone @import.again', async () => {
    await importer.importFile(jobberFile);
    const before = await importer.countPeople();
    expect(listOutcomes(await importer.preview(jobberFile))).toEqual(['same', 'same']);
    const renamed = jobberFile
      .replaceAll('Ada', 'Augusta')
      .replace('ada@jobber.example', '')
      .replace('(415) 555-0111', '');
    expect(listOutcomes(await importer.preview(renamed))).toEqual(['same', 'same']);
    await importer.importFile(renamed);
    expect(await importer.countPeople()).toBe(before);
  });
});

test.each([
  [
    'google',
    'First Name,Middle Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Formatted',
    'Gus,,Gale,* myContacts,Home,gus@new.example,Mobile,415-555-0120 ::: 415-555-0121,"3 Hill St\nSalem, OR 97301"',
    'gus@new.example',
    { firstName: 'Gus', otherPhones: ['(415) 555-0121'], address: '3 Hill St, Salem, OR 97301' },
  ],
  [
    'google',
    'Name,Given Name,Additional Name,Family Name,Notes,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value',
    'Gwen Gray,Gwen,,Gray,Gate 4,* Home,gwen@old.example,Mobile,+1 415 555 0122',
    'gwen@old.example',
    { lastName: 'Gray', phone: '(415) 555-0122', notes: 'Gate 4' },
  ],
  [
    'square',
    'Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Street Address 1,Street Address 2,City,State,Postal Code,Birthday,Memo,Square Customer ID',
    ",Sid,Square,sid@square.example,'+14155550123,,,4 Hill St,Unit 2,Salem,OR,97301,,Pays cash,SQ1",
    'sid@square.example',
    { phone: '(415) 555-0123', address: '4 Hill St, Unit 2, Salem, OR 97301', notes: 'Pays cash' },
  ],
  [
    'other',
    'Name;E-mail;Mobile;Address',
    'Otto van Other;otto@other.example;415 555 0124;5 Hill St',
    'otto@other.example',
    { firstName: 'Otto', lastName: 'van Other', address: '5 Hill St' },
  ],
])(
  'a customer is imported from a file (%s) with the headers %s @import.sources',
  async (source, headers, row, search, expected) => {
    const preview = await importer.preview(`${headers}\r\n${row}\r\n`);
    expect([preview.source, listOutcomes(preview)]).toEqual([source, ['new']]);
    await importer.importFile(`${headers}\r\n${row}\r\n`);
    expect(await importer.getRecord(search)).toMatchObject(expected);
  },
);

describe('the text of a file', () => {
  const content = 'Name,Email\nJosé Núñez,jose@enc.example\n';
  test.each([
    ['UTF-8', Buffer.from(content), null],
    ['UTF-8 with a byte order mark', Buffer.from(`\u{FEFF}${content}`), null],
    ['UTF-16 little endian', Buffer.from(`\u{FEFF}${content}`, 'utf16le'), null],
    ['UTF-16 big endian', Buffer.from(`\u{FEFF}${content}`, 'utf16le').swap16(), null],
    [
      'Windows-1252',
      Buffer.from(content, 'latin1'),
      "This file isn't UTF-8, so it was read as Windows-1252. Please check names with accents.",
    ],
  ])('is read in %s @import.encodings', async (_, bytes, notice) => {
    const preview = await importer.preview(bytes);
    expect([preview.notice, preview.rows.map(({ name }) => name)]).toEqual([
      notice,
      ['José Núñez'],
    ]);
  });

  test.each([
    [
      'commas and quoted line breaks',
      'Name,Email,Notes\n"Quo, Ted",q@sep.example,"one\ntwo ""2"""\n',
      'one\ntwo "2"',
    ],
    ['semicolons', 'Name;Email;Notes\nQuo Ted;q@sep.example;a,b\n', 'a,b'],
    ['tabs', 'Name\tEmail\tNotes\r\nQuo Ted\tq@sep.example\ta;b\r\n', 'a;b'],
    ["Excel's separator line", 'sep=;\r\nName;Email;Notes\r\nQuo Ted;q@sep.example;c\r\n', 'c'],
    ['empty lines', '\nName,Email,Notes\n\n,,\nQuo Ted,q@sep.example,d\n\n', 'd'],
  ])('is split correctly with %s @import.separators', async (_, file, notes) => {
    const planned = listPlanned(await importer.preview(file));
    expect(planned.map((row) => row.notes)).toEqual([notes]);
  });

  test.each([
    ['', 'This file is empty.'],
    ['Name,Email\n', 'This file has a header row but no data rows.'],
    ['Fruit,Taste\nApple,Sweet\n', 'No columns were recognized.'],
    ['PK\u0003\u0004\0\0binary', "This isn't a CSV file."],
    ['Name,Email\nA,"half a', 'Row 2 of this file has an unclosed quotation mark.'],
    ['Name,Email\nA B,a@b.example\n"C"D,c@d.example\n', "Row 3 of this file can't be read."],
  ])('%j is rejected with a readable message @import.bad-file', async (file, message) => {
    expect(await importer.getErrorMessage(file)).toContain(message);
  });
});

test('a file with more than 20,000 rows or 10 MB, or a body that is not CSV, is rejected @import.limits', async () => {
  const row = 'A B,a@b.example\n';
  const tooManyRows = await importer.upload(`Name,Email\n${row.repeat(20_001)}`);
  expect([tooManyRows.statusCode, tooManyRows.body]).toEqual([
    413,
    'Files can be up to 10 MB and 20,000 rows. Please split this one.',
  ]);
  const tooLarge = await importer.upload(`Name,Email\n${`${'x'.repeat(1000)},\n`.repeat(10_600)}`);
  expect([tooLarge.statusCode, tooLarge.headers.connection]).toEqual([413, 'close']);
  const json = await send(
    importer.app,
    importer.admin,
    'POST',
    '/api/customers/import/preview',
    {},
  );
  expect([json.statusCode, json.body]).toEqual([415, 'Please choose a CSV file.']);
  // Other endpoints do not accept CSV.
  const otherResponse = await importer.app.server.inject({
    method: 'POST',
    url: '/api/customers',
    headers: { ...importer.admin.headers, 'content-type': 'text/csv' },
    payload: 'Name\n',
  });
  expect(otherResponse.statusCode).toBe(415);
});
