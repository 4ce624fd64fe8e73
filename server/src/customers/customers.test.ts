import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import type {
  Customer,
  CustomerRecord,
  FoundRecords,
} from '@curbwrench/contract/customers/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeTeam,
  makePerson,
  makePersonWithoutAccount,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { nextPage, read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let advisor: Person;
let team: Team;

beforeAll(async () => {
  app = await startApp();
  advisor = await makePerson(app, 'service_advisor');
  team = await makeTeam(app, 2);
});
afterAll(() => app.stop());

const getRecord = (id: string) => read<CustomerRecord>(app, advisor, `/api/customers/${id}`);
const change = (id: string, body: object, viewer = advisor) =>
  send(app, viewer, 'PATCH', `/api/customers/${id}`, body);
const find = (search: string) =>
  read<Customer[]>(app, advisor, `/api/customers?search=${encodeURIComponent(search)}`);
const listLastNames = (customers: readonly Customer[]) => customers.map(({ lastName }) => lastName);

describe('the customer list', () => {
  let id: string;
  let appointmentId: number;

  beforeAll(async () => {
    id = await makePersonWithoutAccount(app, { firstName: 'Wanda', lastName: 'Listed' });
    const vehicleId = await makeVehicle(app, id, {
      make: 'Saab',
      model: '900',
      plate_number: '9QX77',
    });
    await change(id, {
      version: 1,
      email: 'wanda@listed.example',
      phones: ['415 555 0188', '212-555-0199'],
    });
    const booked = await send(app, advisor, 'POST', '/api/appointments', {
      customerId: id,
      vehicleId,
      serviceId: team.serviceId,
      date: '2026-03-06',
      startTime: '10:00',
      location: JSON.stringify({ address: '77 Larkspur Lane' }),
    });
    appointmentId = booked.json<{ id: number }>().id;
    await makeAppointment(app, {
      date: '2026-02-03',
      status: 'completed',
      customer_id: id,
      vehicle_id: vehicleId,
      service_id: team.serviceId,
      mechanic_id: team.mechanics[0].id,
    });
  });

  test.each([
    'wanda listed',
    'WANDA@listed',
    '(415) 555-0188',
    '+1 212 555 0199',
    '5550199',
    'saab',
    '9qx77',
    'larkspur',
  ])('finds a customer by %s @customers.list', async (search) => {
    expect(listLastNames(await find(search))).toEqual(['Listed']);
  });

  test('finds a customer by an appointment number @customers.list', async () => {
    expect(listLastNames(await find(`#${appointmentId}`))).toContain('Listed');
    expect(await find('nobody has this%_')).toEqual([]);
  });

  test("shows each customer's last address, their vehicles, and their last and next appointment @customers.list", async () => {
    expect(await find('wanda listed')).toMatchObject([
      {
        hasAccount: false,
        phone: '(415) 555-0188',
        address: '77 Larkspur Lane',
        vehicles: [{ make: 'Saab', plateNumber: '9QX77' }],
        lastAppointment: { date: '2026-02-03' },
        nextAppointment: { id: appointmentId, date: '2026-03-06', startTime: '10:00' },
      },
    ]);
  });

  test('does not include staff, and is paginated @customers.list', async () => {
    const mechanic = await makePerson(app, 'mechanic', { lastName: 'Nocustomer' });
    expect(await find('nocustomer')).toEqual([]);
    expect((await send(app, advisor, 'GET', `/api/customers/${mechanic.id}`)).statusCode).toBe(404);
    await makePersonWithoutAccount(app, { lastName: 'Paged', firstName: 'A' });
    await makePersonWithoutAccount(app, { lastName: 'Paged', firstName: 'B' });
    const firstPage = await send(app, advisor, 'GET', '/api/customers?search=paged&limit=1');
    expect(firstPage.json<Customer[]>().map(({ firstName }) => firstName)).toEqual(['A']);
    const secondPage = await read<Customer[]>(app, advisor, nextPage(firstPage) ?? '');
    expect(secondPage.map(({ firstName }) => firstName)).toEqual(['B']);
  });
});

describe('a customer', () => {
  let id: string;
  beforeEach(async () => {
    id = await makePersonWithoutAccount(app);
  });

  test('can be changed by the office, and other open pages are notified @customers.record', async () => {
    const changed = await change(id, {
      version: 1,
      firstName: 'Nora',
      lastName: 'Quill',
      email: 'Nora@Quill.example',
      phones: ['555-123-4567', '+44 20 7946 0958'],
      notes: 'Gate on the left.\nPays cash.',
    });
    expect(changed.json()).toMatchObject({
      firstName: 'Nora',
      email: 'nora@quill.example',
      phone: '(555) 123-4567',
      otherPhones: ['+442079460958'],
      notes: 'Gate on the left.\nPays cash.',
      version: 2,
    });
    const events = await app.store.kysely
      .selectFrom('outbox')
      .select('kind')
      .where('subject_id', '=', id)
      .execute();
    expect(events).toEqual([{ kind: 'user' }]);
    expect(await find('nora quill')).toHaveLength(1);
  });

  test.each(['555-CALL-NOW', 'ask at the desk', '12345', '0000000000'])(
    'is not changed if the phone number is %s @customers.phones',
    async (phone) => {
      const before = await getRecord(id);
      const refused = await change(id, { version: 1, phones: [phone], firstName: 'Changed' });
      expect([refused.statusCode, refused.body]).toEqual([
        400,
        'Please enter a valid phone number, such as (555) 123-4567.',
      ]);
      expect(await getRecord(id)).toEqual(before);
    },
  );

  test('is not overwritten by someone who loaded an older version @customers.conflict', async () => {
    expect((await change(id, { version: 1, notes: 'First' })).statusCode).toBe(200);
    const late = await change(id, { version: 1, notes: 'Second' });
    expect([late.statusCode, late.body]).toEqual([
      409,
      'This customer was changed by someone else. Please check the record and make your change again.',
    ]);
    expect((await getRecord(id)).notes).toBe('First');
  });

  test('gets a new version when they edit their own profile, and only one of two concurrent edits is saved @customers.conflict', async () => {
    const owner = await makePerson(app, 'customer');
    await send(app, owner, 'PATCH', '/api/account', { firstName: 'Own' });
    expect((await change(owner.id, { version: 1, notes: 'Late' })).statusCode).toBe(409);
    const both = await Promise.all([
      change(id, { version: 1, notes: 'A' }),
      change(id, { version: 1, notes: 'B' }),
    ]);
    expect(sortedStatuses(both)).toEqual([200, 409]);
  });

  test('with an account keeps the email address they sign in with @customers.record', async () => {
    const owner = await makePerson(app, 'customer');
    const refused = await change(owner.id, { version: 1, email: 'other@example.com' });
    expect([refused.statusCode, refused.body]).toEqual([
      400,
      'This customer signs in with their email address; only they can change it.',
    ]);
    const same = await change(owner.id, { version: 1, email: owner.email, firstName: 'Ida' });
    expect(same.json()).toMatchObject({ email: owner.email, firstName: 'Ida', hasAccount: true });
  });

  test('cannot see the office notes about themselves, and neither can mechanics @customers.notes', async () => {
    const owner = await makePerson(app, 'customer');
    const mechanic = await makePerson(app, 'mechanic');
    await change(owner.id, { version: 1, notes: 'Marked secret' });
    for (const viewer of [owner, mechanic]) {
      const refused = await send(app, viewer, 'GET', `/api/customers/${owner.id}`);
      expect(refused.statusCode).toBe(403);
      expect((await change(owner.id, { version: 2, notes: 'Mine' }, viewer)).statusCode).toBe(403);
    }
    for (const url of ['/api/auth/user', '/api/account', `/api/users/${owner.id}`]) {
      expect((await send(app, owner, 'GET', url)).body).not.toContain('Marked secret');
    }
  });
});

describe('a new customer', () => {
  const add = (details: object) =>
    send(app, advisor, 'POST', '/api/customers', {
      firstName: 'Nell',
      lastName: 'Newcomer',
      phone: '3105550111',
      ...details,
    });

  test('is added without an account, and other open pages are notified @customers.add', async () => {
    const added = await add({ email: 'Nell@New.example', notes: 'Met at the fair' });
    expect(added.statusCode).toBe(201);
    const { id } = added.json<CustomerRecord>();
    expect(await getRecord(id)).toMatchObject({
      firstName: 'Nell',
      lastName: 'Newcomer',
      phone: '(310) 555-0111',
      email: 'nell@new.example',
      notes: 'Met at the fair',
      hasAccount: false,
      version: 1,
    });
    const events = await app.store.kysely
      .selectFrom('outbox')
      .select('kind')
      .where('subject_id', '=', id)
      .execute();
    expect(events).toContainEqual({ kind: 'user' });
  });

  test.each([
    [{ firstName: ' ' }, 'First name is required'],
    [{ phone: '' }, 'Please enter a phone number'],
    [{ phone: 'call me' }, 'Please enter a valid phone number, such as (555) 123-4567.'],
    [{ email: 'at home' }, 'Please enter a valid email address'],
  ])('is refused with %j, and nobody is added @customers.add', async (mistake, message) => {
    const refused = await add({ lastName: 'Refused', ...mistake });
    expect([refused.statusCode, refused.body]).toEqual([400, message]);
    expect(await find('refused')).toEqual([]);
  });

  test('can have the same phone number and email address as an account @customers.duplicates', async () => {
    const owner = await makePerson(app, 'customer');
    await send(app, owner, 'PATCH', '/api/account', { phone: '1-646-555-0122' });
    const shared = { lastName: 'Sharing', phone: '646 555 0122', email: owner.email };
    expect((await add(shared)).statusCode).toBe(201);
    expect((await getRecord(owner.id)).email).toBe(owner.email);
  });
});

describe('customers with the same contact details', () => {
  const findByContact = async (filter: Record<string, string>) =>
    listLastNames(
      await read<Customer[]>(
        app,
        advisor,
        `/api/customers?${new URLSearchParams(filter).toString()}`,
      ),
    );

  test('are found by the exact phone number, however it is formatted @customers.duplicates', async () => {
    const owner = await makePerson(app, 'customer', { lastName: 'Prefixed' });
    await send(app, owner, 'PATCH', '/api/account', { phone: '+1 646.555.0133' });
    const second = await makePersonWithoutAccount(app, { lastName: 'Secondnumber' });
    await change(second, { version: 1, phones: ['555-0133', '(646) 555-0133'] });
    const longer = await makePersonWithoutAccount(app, { lastName: 'Longer' });
    await change(longer, { version: 1, phones: ['+446465550133'] });
    expect(await findByContact({ phone: '(646) 555 0133' })).toEqual(['Prefixed', 'Secondnumber']);
    expect(await findByContact({ phone: '555-0133' })).toEqual(['Secondnumber']);
    expect(await findByContact({ phone: '(646) 555-0134' })).toEqual([]);
  });

  test('are found by the exact email address @customers.duplicates', async () => {
    const id = await makePersonWithoutAccount(app, { lastName: 'Mailed' });
    await change(id, { version: 1, email: 'same@mailed.example' });
    expect(await findByContact({ email: 'Same@Mailed.example' })).toEqual(['Mailed']);
    expect(await findByContact({ email: 'ame@mailed.example' })).toEqual([]);
  });
});

describe('a booking for a new customer', () => {
  const newCustomer = {
    firstName: 'Cal',
    lastName: 'Ringer',
    phone: '650 555 0100',
    vehicle: { make: 'Honda', model: 'Fit', year: 2019 },
  };
  const book = (details: object = {}, key?: string) =>
    send(
      app,
      advisor,
      'POST',
      '/api/customers/bookings',
      {
        newCustomer,
        serviceId: team.serviceId,
        date: '2026-03-09',
        startTime: '10:00',
        location: JSON.stringify({ address: '9 Call Street' }),
        ...details,
      },
      key === undefined ? {} : { 'idempotency-key': key },
    );
  const countMatches = async () => (await find('cal ringer')).length;

  test('creates the customer without an account, the vehicle and the appointment @customers.new-customer', async () => {
    const booked = await book();
    expect(booked.statusCode).toBe(201);
    const appointment = booked.json<Appointment>();
    const [customer] = await find('cal ringer');
    expect(customer).toMatchObject({
      phone: '(650) 555-0100',
      email: null,
      hasAccount: false,
      address: '9 Call Street',
      vehicles: [{ make: 'Honda', model: 'Fit', year: 2019 }],
      nextAppointment: { id: appointment.id },
    });
    expect(appointment).toMatchObject({ customer: { id: customer?.id }, status: 'pending' });
  });

  test('creates nothing when the slot is already taken @customers.new-customer', async () => {
    const before = await countMatches();
    const slot = { date: '2026-03-10', startTime: '11:00' };
    const all = await Promise.all([book(slot), book(slot), book(slot), book(slot)]);
    expect(sortedStatuses(all)).toEqual([201, 201, 409, 409]);
    expect(await countMatches()).toBe(before + 2);
  });

  test('repeated with the same idempotency key creates each record only once @customers.new-customer', async () => {
    const before = await countMatches();
    const details = { date: '2026-03-11' };
    const responses = await Promise.all([
      book(details, 'new-customer-1'),
      book(details, 'new-customer-1'),
    ]);
    responses.push(await book(details, 'new-customer-1'));
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    expect(await countMatches()).toBe(before + 1);
  });

  test.each([
    [{ phone: 'call me' }, 'Please enter a valid phone number, such as (555) 123-4567.'],
    [{ lastName: ' ' }, 'Last name is required'],
    [{ vehicle: { ...newCustomer.vehicle, year: 2099 } }, 'Year must be valid'],
  ])(
    'is refused with a readable message for %j @customers.new-customer',
    async (mistake, message) => {
      const before = await countMatches();
      const refused = await book({ newCustomer: { ...newCustomer, ...mistake } });
      expect([refused.statusCode, refused.body]).toEqual([400, message]);
      expect(await countMatches()).toBe(before);
    },
  );
});

test('a customer is added only once, however often the request is repeated @customers.add', async () => {
  const addWith = (key: string, details: object) =>
    send(
      app,
      advisor,
      'POST',
      '/api/customers',
      { firstName: 'Rita', lastName: 'Repeated', phone: '650 555 0177', ...details },
      { 'idempotency-key': key },
    );
  const responses = await Promise.all([addWith('rita', {}), addWith('rita', {})]);
  responses.push(await addWith('rita', {}));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
  const other = await addWith('rita', { notes: 'Another' });
  expect([other.statusCode, other.body]).toEqual([422, 'That key was used for another customer.']);
  const { id } = responses[0]?.json<CustomerRecord>() ?? {};
  expect((await find('rita repeated')).map((customer) => customer.id)).toEqual([id]);
});

test('changing a customer who was merged is refused with the name of the customer who was kept @customers.merged-change', async () => {
  const admin = await makePerson(app, 'admin');
  const keptId = await makePersonWithoutAccount(app, { firstName: 'Kay', lastName: 'Stays' });
  const removedId = await makePersonWithoutAccount(app, { firstName: 'Kaye', lastName: 'Goes' });
  const merged = await send(app, admin, 'POST', `/api/customers/${keptId}/merge`, {
    otherId: removedId,
    version: 1,
    otherVersion: 1,
  });
  expect(merged.statusCode).toBe(200);
  const refused = await change(removedId, { version: 1, notes: 'Typed before the merge' });
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    'This customer was merged into Kay Stays. Please make your change there.',
  ]);
  expect((await getRecord(keptId)).notes).not.toContain('Typed');
  const missing = await change('nobody-1', { version: 1, notes: 'x' });
  expect([missing.statusCode, missing.body]).toEqual([404, 'Customer not found.']);
});

describe('office search @customers.search', () => {
  test('finds a customer, their vehicle and their appointment', async () => {
    const id = await makePersonWithoutAccount(app, { firstName: 'Sue', lastName: 'Seek' });
    const vehicleId = await makeVehicle(app, id, { plate_number: 'SEEK99' });
    const appointmentId = await makeAppointment(app, {
      date: '2026-02-04',
      status: 'completed',
      customer_id: id,
      vehicle_id: vehicleId,
      service_id: team.serviceId,
      mechanic_id: team.mechanics[0].id,
    });
    const search = (text: string) =>
      read<FoundRecords>(app, advisor, `/api/search?text=${encodeURIComponent(text)}`);
    expect((await search('sue s')).customers).toMatchObject([{ id, lastName: 'Seek' }]);
    expect((await search('seek99')).vehicles).toMatchObject([
      { id: vehicleId, plateNumber: 'SEEK99', customerId: id, customerName: 'Sue Seek' },
    ]);
    expect((await search(`#${appointmentId}`)).appointments).toMatchObject([
      { id: appointmentId, date: '2026-02-04', customerName: 'Sue Seek', status: 'completed' },
    ]);
    expect(await search('zzzz%')).toEqual({ customers: [], vehicles: [], appointments: [] });
  });

  test('refuses text with fewer than three letters or digits, unless it is an appointment number @customers.search-length', async () => {
    for (const text of ['se', 'b o', '...', 'a1']) {
      const encoded = encodeURIComponent(text);
      for (const url of [`/api/search?text=${encoded}`, `/api/customers?search=${encoded}`]) {
        const { statusCode, body } = await send(app, advisor, 'GET', url);
        expect([url, statusCode, body]).toEqual([
          url,
          400,
          'Enter at least 3 characters or an appointment number.',
        ]);
      }
    }
    expect((await send(app, advisor, 'GET', '/api/customers?search=')).statusCode).toBe(200);
  });

  test('finds only the appointment and its customer for a number of one or two digits @customers.search-length', async () => {
    const id = await makePersonWithoutAccount(app, { firstName: 'Seven', lastName: '77' });
    await makeVehicle(app, id, { plate_number: '77' });
    const { customers, vehicles } = await read<FoundRecords>(app, advisor, '/api/search?text=77');
    expect([customers.map((each) => each.id).includes(id), vehicles]).toEqual([false, []]);
    expect((await find('#77')).map((each) => each.id)).not.toContain(id);
  });
});
