import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  firstDataMark,
  upcomingMarks,
  type FirstData,
  type FirstPage,
} from '@curbwrench/contract/first-data';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppointment, makeMechanic, makePerson, type Person } from '../testing/builders.ts';
import { read, send } from '../testing/requests.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

/* What a page brings along for whoever opens it (decision 22). */

let webFolder: string;
let site: TestApp;
let customer: Person;

const upcomingLook =
  '?from=2026-03-02&sort=date&status=pending%2Cunassigned%2Cconfirmed%2Cin_progress&limit=20';
const html = (name: string) => `<!doctype html><title>${name}</title>${firstDataMark}`;

beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'curbwrench-web-'));
  mkdirSync(join(webFolder, 'assets'));
  writeFileSync(join(webFolder, 'index.html'), html('everybody'));
  const { start, end, date } = upcomingMarks;
  const pages: FirstPage[] = [
    {
      path: '/',
      role: 'customer',
      html: html('customer'),
      upcoming: html(`${start} to ${end} on ${date}`),
    },
    { path: '/', role: 'admin', html: html('admin'), upcoming: null },
    { path: '/appointments', role: null, html: html('appointments'), upcoming: null },
    { path: null, role: null, html: html('other'), upcoming: null },
  ];
  writeFileSync(join(webFolder, 'first-pages.json'), JSON.stringify(pages));
  site = await startApp({ webFolder });
  customer = await makePerson(site, 'customer');
});
afterAll(async () => {
  await site.stop();
  rmSync(webFolder, { recursive: true });
});

/** As a browser opens a page. */
async function open(url: string, person: Pick<Person, 'headers'> | null, on = site) {
  const answer = await send(on, person, 'GET', url, undefined, { 'sec-fetch-mode': 'navigate' });
  const json = /<script type="application\/json" id="first-data">(.*)<\/script>/s.exec(answer.body);
  return {
    ...answer,
    headers: answer.headers,
    title: /<title>(.*)<\/title>/.exec(answer.body)?.[1],
    data: json ? (JSON.parse(json[1] ?? '') as FirstData) : null,
  };
}

test('a page says who opens it, in the words of the call', async () => {
  const page = await open('/', customer);
  expect(page.data).toEqual({
    session: await read(site, customer, '/api/auth/user'),
    business: await read(site, null, '/api/business'),
    lastEvent: expect.any(Number) as number,
    reads: [
      {
        address: `/api/appointments${upcomingLook}`,
        reply: [],
        link: null,
      },
    ],
  });
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  const mechanic = await makeMechanic(site);
  expect((await open('/', mechanic)).data?.session).toMatchObject({ status: 'available' });
});

test('what a page asks first comes with it, as the call answers it', async () => {
  const owner = await makePerson(site, 'customer');
  const admin = await makePerson(site, 'admin');
  for (let day = 10; day <= 30; day += 1) {
    await makeAppointment(site, { date: `2026-03-${day}`, customer_id: owner.id });
  }
  const firstRead = async (person: Person, url: string) => (await open(url, person)).data?.reads[0];
  for (const [person, url, look] of [
    [owner, '/', upcomingLook],
    [owner, '/appointments', '?when=upcoming&sort=date&limit=20'],
    [admin, '/appointments', '?sort=-date&limit=20'],
  ] as const) {
    const address = `/api/appointments${look}`;
    const answer = await send(site, person, 'GET', address);
    const link = answer.headers['link'];
    expect(link).toContain('cursor=');
    expect(await firstRead(person, url)).toEqual({ address, reply: answer.json<unknown>(), link });
  }
  // Another tab, or a filter, is another question.
  expect(await firstRead(owner, '/appointments?tab=past')).toBeUndefined();
  // Nobody’s page brings anybody’s appointments.
  const nobody = await open('/appointments', null);
  expect([nobody.data?.session, nobody.data?.reads]).toEqual([null, []]);
});

test('the page itself says when the next appointment is', async () => {
  const owner = await makePerson(site, 'customer');
  const appointment = (date: string, start_time: string, end_time: string) =>
    makeAppointment(site, { customer_id: owner.id, date, start_time, end_time });
  // Passed over: its time came and nobody was assigned (D4).
  await appointment('2026-03-03', '08:00', '08:45');
  expect((await open('/', owner)).title).toBe('customer');
  await appointment('2026-03-05', '11:30', '12:15');
  await appointment('2026-03-04', '13:00', '14:00');
  expect((await open('/', owner)).title).toBe('1:00 PM to 2:00 PM on Mar 04, 2026');
  expect((await open('/', customer)).title).toBe('customer');
});

test('the booking form comes with what it offers to whoever may book', async () => {
  const owner = await makePerson(site, 'customer');
  await send(site, owner, 'POST', '/api/vehicles', { year: 2020, make: 'Ford', model: 'Transit' });
  const answerOf = async (person: Person, address: string) => ({
    address,
    reply: await read(site, person, address),
    link: null,
  });
  const reads = async (person: Person, url = '/book-service') =>
    (await open(url, person)).data?.reads;
  const offered = await reads(owner);
  expect(offered).toEqual([
    await answerOf(owner, '/api/services'),
    await answerOf(owner, '/api/vehicles'),
  ]);
  expect(offered?.[1]?.reply).toMatchObject([{ model: 'Transit' }]);
  // A link that says which service to start with leads to the same form.
  expect(await reads(owner, '/book-service?service=1')).toEqual(offered);
  // The office books for a customer whom it has yet to choose, and a mechanic for nobody.
  const advisor = await makePerson(site, 'service_advisor');
  expect(await reads(advisor)).toEqual([await answerOf(advisor, '/api/services')]);
  expect(await reads(await makeMechanic(site))).toEqual([]);
});

test('what the call refuses does not come with the page', async () => {
  const strict = await startApp({
    webFolder,
    database: site.database,
    authSecret: site.authSecret,
    staffTwoFactor: true,
  });
  const admin = await makePerson(site, 'admin');
  try {
    expect((await send(strict, admin, 'GET', '/api/appointments')).statusCode).toBe(403);
    const { data } = await open('/appointments', admin, strict);
    expect(data?.session).toMatchObject({ role: 'admin' });
    expect(data?.reads).toEqual([]);
  } finally {
    await strict.stop();
  }
});

test('a page says that nobody is signed in, and is kept no more than any other', async () => {
  const [name = ''] = customer.headers.cookie.split('=');
  for (const person of [null, { headers: { cookie: `${name}=made.up` } }]) {
    const page = await open('/', person);
    expect(page.data).toMatchObject({ session: null, business: { demo: false } });
    expect(page.title).toBe('everybody');
    expect(page.headers['cache-control']).toBe('no-store');
  }
});

test('a session that has ended is nobody’s', async () => {
  const gone = await makePerson(site, 'customer');
  await site.store.kysely.deleteFrom('sessions').where('user_id', '=', gone.id).execute();
  expect((await open('/', gone)).data).toMatchObject({ session: null });
});

test('somebody gets the page of their address and role, others the common one', async () => {
  const admin = await makePerson(site, 'admin');
  const advisor = await makePerson(site, 'service_advisor');
  const titles = async (person: Person, ...urls: string[]) =>
    Promise.all(urls.map(async (url) => (await open(url, person)).title));
  expect(await titles(customer, '/', '/?a=1', '/appointments?tab=past', '/appointments/7')).toEqual(
    ['customer', 'customer', 'appointments', 'other'],
  );
  expect(await titles(admin, '/', '/appointments')).toEqual(['admin', 'appointments']);
  expect(await titles(advisor, '/')).toEqual(['other']);
});

test('no name ends the element that it stands in', async () => {
  const firstName = '</script><script>alert(1)</script> $& <!--';
  const person = await makePerson(site, 'customer', { firstName });
  const page = await open('/', person);
  expect(page.data?.session?.firstName).toBe(firstName);
  expect(page.body.match(/<\/script>/g)).toHaveLength(1);
  expect(page.body).not.toContain('<!--');
});

test('whoever fetches the page in order to keep it gets nobody’s', async () => {
  for (const mode of [undefined, 'cors', 'same-origin', 'no-cors']) {
    const answer = await send(site, customer, 'GET', '/', undefined, {
      ...(mode !== undefined && { 'sec-fetch-mode': mode }),
    });
    expect(answer.body).toBe(html('everybody'));
    expect(answer.headers['cache-control']).toBe('no-cache');
  }
});

test('a page of nobody comes compressed, one that is about somebody never does', async () => {
  const fetched = (person: Pick<Person, 'headers'> | null, accepted: string, mode = 'navigate') =>
    send(site, person, 'GET', '/', undefined, {
      'sec-fetch-mode': mode,
      'accept-encoding': accepted,
    });
  for (const accepted of ['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.5']) {
    const nobodys = await fetched(null, accepted);
    expect(nobodys.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    const text = gunzipSync(nobodys.rawPayload).toString();
    expect(text).toContain('<title>everybody</title>');
    expect(text).toContain('"session":null');
    // What the worker keeps is nobody's either.
    expect((await fetched(customer, accepted, 'cors')).headers['content-encoding']).toBe('gzip');
    const personal = await fetched(customer, accepted);
    expect(personal.headers['content-encoding']).toBeUndefined();
    expect(personal.body).toContain(customer.id);
  }
  for (const refused of ['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.000, br']) {
    const answer = await fetched(null, refused);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.body).toContain('<title>everybody</title>');
  }
});

test('an opened page prolongs its session like any call', async () => {
  const person = await makePerson(site, 'customer');
  await site.store.kysely
    .updateTable('sessions')
    .set({
      updated_at: new Date(Date.now() - 2 * 86_400_000),
      expires_at: new Date(Date.now() + 5 * 86_400_000),
    })
    .where('user_id', '=', person.id)
    .execute();
  const page = await open('/', person);
  expect([page.headers['set-cookie'] ?? []].flat().join()).toContain(person.headers.cookie);
});
