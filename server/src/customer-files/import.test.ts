import { randomUUID } from 'node:crypto';
import type { Vehicle } from '@curbwrench/contract/vehicles/schemas';
import { makePerson, makeVehicle } from '@curbwrench/testing/builders';
import { CustomerImport, listPlanned } from '@curbwrench/testing/customer-import';
import { read, send } from '@curbwrench/testing/requests';
import { startApp } from '@curbwrench/testing/start-app';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertCustomer } from '../accounts/changes/customer-changes.ts';
import type { Database } from '../database/schema.ts';

let importer: CustomerImport;

beforeAll(async () => {
  const app = await startApp();
  importer = new CustomerImport(app, await makePerson(app, 'admin'));
});
afterAll(() => importer.app.stop());

// Rate limits have their own tests.
beforeEach(() => sql`delete from rate_limits`.execute(importer.app.store.kysely));

/** Resolves when a session in this database is waiting for a lock, or when `work` has ended without waiting. */
async function waitForLockOrEnd(trx: Transaction<Database>, work: Promise<unknown>): Promise<void> {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  // The embedded database has only one session, so it runs nothing else while a transaction is open.
  while (importer.app.store.kind === 'postgres' && !isOver) {
    const { rows } = await sql`
      select 1 from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()
    `.execute(trx);
    if (rows.length > 0) return;
  }
}

describe('between the preview and the import', () => {
  const makeFile = (name: string, number: string) =>
    `Name,Phone,Email\n${name},415 555 ${number},${number}@meanwhile.example\n`;

  test('a row whose customer has changed is not imported, and the others are @import.exactly', async () => {
    const content = `${makeFile('Mia Now', '0160')}Ned Now,415 555 0161,0161@meanwhile.example\n`;
    const preview = await importer.preview(content);
    const customer = { firstName: 'Mia', lastName: 'Now', phone: '415 555 0160' };
    await send(importer.app, importer.admin, 'POST', '/api/customers', customer);
    const response = await importer.importRows(preview, listPlanned(preview));
    expect(response.json()).toEqual({ changed: [2] });
    expect((await importer.getRecord('Mia Now')).email).toBeNull();
    expect((await importer.getRecord('Ned Now')).email).toBe('0161@meanwhile.example');
  });

  test('a request that is sent again adds nothing @import.again', async () => {
    const preview = await importer.preview(makeFile('Rea Peat', '0162'));
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const response = await importer.importRows(preview, listPlanned(preview));
      expect(response.json()).toEqual({ changed: [] });
    }
    expect(await importer.find('Rea Peat')).toHaveLength(1);
  });

  test('two imports at the same time add nobody twice @import.concurrent', async () => {
    const rows = Array.from(
      { length: 20 },
      (_, index) => `Con Curr ${index},415 555 10${index + 10}`,
    );
    const content = `Name,Phone\n${rows.join('\n')}\n`;
    const previews = await Promise.all([importer.preview(content), importer.preview(content)]);
    await Promise.all(
      previews.map((preview) => importer.importRows(preview, listPlanned(preview))),
    );
    expect(await importer.find('Con Curr')).toHaveLength(20);
  });

  test('an import waits for a customer who is being added @import.concurrent', async () => {
    const preview = await importer.preview(makeFile('Wai Ting', '0163'));
    const trx = await importer.app.store.kysely.startTransaction().execute();
    const wai = { id: 'wai-1', firstName: 'Wai', lastName: 'Ting', email: null };
    await insertCustomer(trx, { ...wai, phone: '(415) 555-0163' }, new Date());
    const importing = importer.importRows(preview, listPlanned(preview));
    await waitForLockOrEnd(trx, importing);
    await trx.commit().execute();
    expect((await importing).json()).toEqual({ changed: [2] });
    expect(await importer.find('Wai Ting')).toHaveLength(1);
  });

  test('an import waits for a vehicle that is being changed, and overwrites nothing @import.concurrent', async () => {
    const owner = await makePerson(importer.app, 'customer', {
      firstName: 'Veh',
      lastName: 'Icle',
    });
    const vehicleId = await makeVehicle(importer.app, owner.id, {
      make: 'Honda',
      model: 'Fit',
      year: 2019,
      plate_number: null,
      color: null,
    });
    const preview = await importer.preview(
      'Name,Email,Vehicle year,Vehicle make,Vehicle model,Color\n' +
        `Veh Icle,${owner.email},2019,Honda,Fit,Blue\n`,
    );
    const trx = await importer.app.store.kysely.startTransaction().execute();
    await trx
      .updateTable('vehicles')
      .set({ plate_number: 'NEW123' })
      .where('id', '=', vehicleId)
      .execute();
    const importing = importer.importRows(preview, listPlanned(preview));
    await waitForLockOrEnd(trx, importing);
    await trx.commit().execute();
    expect((await importing).json()).toEqual({ changed: [] });
    const [vehicle] = await read<Vehicle[]>(
      importer.app,
      importer.admin,
      `/api/vehicles?customerId=${owner.id}`,
    );
    expect(vehicle).toMatchObject({ plateNumber: 'NEW123', color: 'Blue' });
  });

  test('a new customer cannot get the id of another person @import.exactly', async () => {
    const preview = await importer.preview(makeFile('Ida Taken', '0164'));
    const [planned] = listPlanned(preview);
    const rowsWithTakenId = planned ? [{ ...planned, customerId: importer.admin.id }] : [];
    expect((await importer.importRows(preview, rowsWithTakenId)).json()).toEqual({ changed: [2] });
    expect(await importer.find('Ida Taken')).toEqual([]);
  });

  test.each([
    ['a phone number', { phones: ['CALL ME'] }],
    ['a model year', { vehicle: { make: 'Honda', model: 'Fit', year: 3000 } }],
    ['a name', { firstName: 'http://x.example/y' }],
  ])('%s that a form would refuse is refused @import.rows', async (_, change) => {
    const preview = await importer.preview(makeFile('Hos Tile', '0165'));
    const [planned] = listPlanned(preview);
    const response = await send(importer.app, importer.admin, 'POST', '/api/customers/import', {
      importId: preview.importId,
      source: 'other',
      total: 1,
      rows: [{ ...planned, ...change }],
    });
    expect(response.statusCode).toBe(400);
    expect(await importer.find('Hos Tile')).toEqual([]);
  });
});

test('imported people get no account, notification preferences or email @import.no-account', async () => {
  await importer.importFile('Name,Email\nNoa Count,noa@account.example\n');
  const { id, hasAccount } = await importer.getRecord('noa@account.example');
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from accounts where id = ${id})
      + (select count(*) from notification_preferences where person_id = ${id})
      + (select count(*) from emails where recipient = 'noa@account.example') as count
  `.execute(importer.app.store.kysely);
  expect([hasAccount, Number(rows[0]?.count)]).toEqual([false, 0]);
});

test('the audit trail has each new customer, and one entry for the import @import.audit', async () => {
  const preview = await importer.preview(
    'J-ID,First Name,Last Name,Emails\n900,Aud,It,aud@it.example\n',
  );
  await importer.importRows(preview, listPlanned(preview));
  const { id } = await importer.getRecord('aud@it.example');
  const readEntries = async (query: string) => {
    await sql`select seal_audit(100000)`.execute(importer.app.store.kysely);
    return read<{ action: string; actor: { id: string } | null; changes: { field: string }[] }[]>(
      importer.app,
      importer.admin,
      `/api/audit?${query}`,
    );
  };
  const [created] = await readEntries(`subject=user&subjectId=${id}`);
  expect([created?.action, created?.actor?.id]).toEqual(['created', importer.admin.id]);
  const [transfer, ...others] = await readEntries(
    `subject=customer_file&subjectId=${preview.importId}`,
  );
  expect([transfer?.actor?.id, others]).toEqual([importer.admin.id, []]);
  expect(transfer?.changes.map((change) => Object.values(change))).toEqual(
    expect.arrayContaining([
      expect.arrayContaining(['source', 'jobber']),
      expect.arrayContaining(['kind', 'import']),
    ]),
  );
});

describe('an import that this person has not previewed', () => {
  const countRecords = async () => {
    const { rows } = await sql<{ transfers: number; entries: number; people: number }>`
      select (select count(*)::int from customer_file_transfers) as transfers,
        (select count(*)::int from audit_entries) + (select count(*)::int from audit_pending) as entries,
        (select count(*)::int from people) as people
    `.execute(importer.app.store.kysely);
    return rows[0];
  };

  test.each([
    ['has an unknown id', async () => ({ caller: importer.admin, importId: randomUUID() })],
    [
      'was shown to someone else',
      async () => ({ caller: await makePerson(importer.app, 'admin'), importId: null }),
    ],
  ])(
    'is refused and leaves nothing in the audit trail if it %s @import.shown',
    async (_, getAttempt) => {
      const preview = await importer.preview('Name,Phone\nUn Known,415 555 0180\n');
      const { caller, importId } = await getAttempt();
      const before = await countRecords();
      const refused = await send(importer.app, caller, 'POST', '/api/customers/import', {
        importId: importId ?? preview.importId,
        source: preview.source,
        total: 1,
        rows: listPlanned(preview),
      });
      expect([refused.statusCode, refused.body]).toEqual([
        404,
        'This preview is no longer available. Please choose the file again.',
      ]);
      expect(await countRecords()).toEqual(before);
    },
  );
});
