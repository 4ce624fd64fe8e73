import type { FoundRecords } from '@curbwrench/contract/customers/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makePerson,
  makePersonWithoutAccount,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { read } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let advisor: Person;

beforeAll(async () => {
  app = await startApp();
  advisor = await makePerson(app, 'service_advisor');
});
afterAll(() => app.stop());

const search = (text: string) =>
  read<FoundRecords>(app, advisor, `/api/search?text=${encodeURIComponent(text)}`);
const findNames = async (text: string) =>
  (await search(text)).customers.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
const add = (firstName: string, lastName: string, details: { email?: string } = {}) =>
  makePersonWithoutAccount(app, { firstName, lastName, ...details });

async function addAddress(customerId: string, address: string): Promise<void> {
  await sql`
    insert into customer_addresses (customer_id, address, place_precision, last_used_at)
    values (${customerId}, ${address}, 'unknown', now())
  `.execute(app.store.kysely);
}

test('values that start with the search term are shown before those that contain it elsewhere @customers.search-order', async () => {
  const first = await add('Zed', 'Marlowe');
  const second = await add('Abe', 'Tomarly');
  await makeVehicle(app, first, { plate_number: 'XBRK1' });
  await makeVehicle(app, second, { plate_number: 'BRK11' });
  expect(await findNames('marl')).toEqual(['Zed Marlowe', 'Abe Tomarly']);
  const { customers, vehicles } = await search('brk');
  expect(vehicles.map(({ plateNumber }) => plateNumber)).toEqual(['BRK11', 'XBRK1']);
  expect(customers.map(({ lastName }) => lastName)).toEqual(['Tomarly', 'Marlowe']);
});

test('of many people with the same last name, the first five are shown @customers.search-order', async () => {
  for (const firstName of ['Gil', 'Fay', 'Eli', 'Dan', 'Cal', 'Bea', 'Al']) {
    await add(firstName, 'Quill');
  }
  await add('Aba', 'Tranquill');
  expect(await findNames('quill')).toEqual([
    'Al Quill',
    'Bea Quill',
    'Cal Quill',
    'Dan Quill',
    'Eli Quill',
  ]);
});

test('a long search term matches the middle of a value only if no value starts with it @customers.search-order', async () => {
  await add('Lena', 'Long', { email: 'lena.long.77@mail.example' });
  await add('Helena', 'Long', { email: 'helena.long.77@mail.example' });
  expect(await findNames('lena.long.77@mail.example')).toEqual(['Lena Long']);
  expect(await findNames('long.77@mail.example')).toEqual(['Helena Long', 'Lena Long']);
});

test('a customer is found by last name and first name, by street and by house number @customers.search-order', async () => {
  const id = await add('Ida', 'Streeter');
  await addAddress(id, '12B Wisteria Avenue, Springfield');
  const neighbor = await add('Neal', 'Neighbor');
  await addAddress(neighbor, '512b Wisteria Avenue, Springfield');
  expect(await findNames('streeter ida')).toEqual(['Ida Streeter']);
  expect(await findNames('wisteria avenue')).toEqual(['Neal Neighbor', 'Ida Streeter']);
  await add('Abe', 'Mistwisteria');
  expect(await findNames('wisteria')).toEqual([
    'Neal Neighbor',
    'Ida Streeter',
    'Abe Mistwisteria',
  ]);
  expect(await findNames('12b Wisteria Avenue')).toEqual(['Ida Streeter']);
  expect(await findNames('12b wis')).toEqual(['Ida Streeter', 'Neal Neighbor']);
});

test('staff and deleted people are not found, and do not crowd customers out of the results @customers.search', async () => {
  for (let count = 0; count < 11; count += 1) {
    const { id } = await makePerson(app, 'mechanic');
    await sql`update people set last_name = 'Crewman' where id = ${id}`.execute(app.store.kysely);
    const deletedId = await add('Gone', 'Crewman');
    await sql`update people set deleted_at = now() where id = ${deletedId}`.execute(
      app.store.kysely,
    );
  }
  await add('Cora', 'Crewmanson');
  await add('Ada', 'Mccrewman');
  expect(await findNames('crewman')).toEqual(['Cora Crewmanson', 'Ada Mccrewman']);
});
