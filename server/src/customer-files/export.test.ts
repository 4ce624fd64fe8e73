import type { ImportPreview } from '@curbwrench/contract/customer-files/schemas';
import { makePerson, makePersonWithoutAccount, makeVehicle } from '@curbwrench/testing/builders';
import type { Person } from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin');
  await makePerson(app, 'mechanic', { firstName: 'Mech', lastName: 'Anic' });
  const id = await makePersonWithoutAccount(app, {
    firstName: '=HYPERLINK(A1)',
    lastName: 'Müller, "Jo"',
  });
  await send(app, admin, 'PATCH', `/api/customers/${id}`, {
    version: 1,
    phones: ['+44 20 7946 0958', '415 555 0170'],
    email: 'mueller@export.example',
    notes: '+1 for coffee\n-- two lines',
  });
  await makeVehicle(app, id, { make: '@Home', model: 'Van', year: 2020, plate_number: '-A1' });
  for (let index = 0; index < 600; index += 1) {
    await makePersonWithoutAccount(app, { firstName: 'Many', lastName: `Customer ${index}` });
  }
});
afterAll(() => app.stop());

async function download(resource: 'customers' | 'vehicles') {
  const response = await send(app, admin, 'POST', `/api/${resource}/export`);
  expect([response.statusCode, response.headers['content-type']]).toEqual([
    200,
    'text/csv; charset=utf-8',
  ]);
  expect(response.headers['content-disposition']).toBe(`attachment; filename="${resource}.csv"`);
  return response.body;
}

test('the file of exported customers begins with a byte order mark for Excel, and formulas become text @import.export @import.formulas', async () => {
  const file = await download('customers');
  expect(file.startsWith('\u{FEFF}"Curbwrench ID","First Name","Last Name"')).toBe(true);
  expect(file).toContain(`"'=HYPERLINK(A1)","Müller, ""Jo"""`);
  expect(file).toContain(`"'+442079460958","(415) 555-0170"`);
  expect(file).toContain(`"'+1 for coffee\n-- two lines"`);
  expect(file.match(/"Many"/g)).toHaveLength(600);
  expect(file).not.toContain('Anic');
});

test('vehicles are exported with their customers @import.export', async () => {
  const [header, row, end] = (await download('vehicles')).split('\r\n');
  expect(header).toContain('"Year","Make","Model"');
  expect(row).toContain(`"2020","'@Home","Van"`);
  expect(row).toContain(`"'-A1"`);
  expect(end).toBe('');
});

test.each(['customers', 'vehicles'] as const)(
  'importing the exported %s adds nothing @import.round-trip',
  async (resource) => {
    const response = await app.server.inject({
      method: 'POST',
      url: '/api/customers/import/preview',
      headers: { ...admin.headers, 'content-type': 'text/csv' },
      payload: await download(resource),
    });
    const { source, ignoredHeaders, rows } = response.json<ImportPreview>();
    expect([source, ignoredHeaders]).toEqual(['curbwrench', []]);
    expect(rows.filter(({ outcome }) => outcome !== 'same')).toEqual([]);
  },
);

test('an export is recorded in the audit trail @import.export', async () => {
  await download('vehicles');
  await sql`select seal_audit(1000000)`.execute(app.store.kysely);
  const [entry] = await read<{ actor: { id: string }; changes: { after: string }[] }[]>(
    app,
    admin,
    '/api/audit?subject=customer_file',
  );
  expect([entry?.actor.id, entry?.changes.map(({ after }) => after)]).toEqual([
    admin.id,
    ['vehicle export'],
  ]);
});
