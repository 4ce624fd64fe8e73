import type { LandingPage, SiteWording } from '@curbwrench/contract/site/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makePerson,
  makePlan,
  makeService,
  makeServiceArea,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin');
});
afterAll(() => app.stop());

const readWording = () => read<SiteWording>(app, admin, '/api/business/wording');
const save = (body: object) => send(app, admin, 'PATCH', '/api/business/wording', body);
const readPage = async (name: string) =>
  (await read<{ text: string }>(app, null, `/api/site/pages/${name}`)).text;

test('visitors see the least expensive services, the plans and the areas @site.landing', async () => {
  for (const [name, price] of [
    ['Oil Change', '89.00'],
    ['Inspection', '149.00'],
    ['Battery', '45.00'],
    ['Brakes', '249.00'],
    ['Wipers', '20.00'],
    ['Belt', '899.00'],
    ['Clutch', '1200.00'],
  ] as const) {
    await makeService(app, { name, price });
  }
  await makePlan(app, { name: 'Care' });
  await makeServiceArea(app, ['94103'], { name: 'Center' });
  const shown = await read<LandingPage>(app, null, '/api/site');
  expect(shown.services.map(({ name }) => name)).toEqual([
    'Wipers',
    'Battery',
    'Oil Change',
    'Inspection',
    'Brakes',
    'Belt',
  ]);
  expect(shown).toMatchObject({
    serviceCount: 7,
    plans: [{ name: 'Care', members: null }],
    planCount: 1,
    areas: [{ name: 'Center' }],
    areaCount: 1,
  });
  expect(shown.services[0]).not.toHaveProperty('skill');
});

test('visitors cannot see the skill and the labor hours that a service requires @access.visitors', async () => {
  const id = await makeService(app, { name: 'Weld', skill: 'welding', labor_hours: '2.00' });
  expect(await read(app, admin, `/api/services/${id}`)).toMatchObject({
    skill: 'welding',
    laborHours: '2.00',
  });
  expect(await read(app, null, `/api/services/${id}`)).toMatchObject({
    name: 'Weld',
    skill: null,
    laborHours: null,
  });
  const list = await read<{ id: number; skill: string | null }[]>(app, null, '/api/services');
  expect(list.find((service) => service.id === id)?.skill).toBeNull();
});

test('a business without its own wording shows default wording that follows its settings @site.default-wording', async () => {
  const questions = (await read<LandingPage>(app, null, '/api/site')).questions;
  expect(questions).toContain('from $20.00 to $1,200.00');
  expect(questions).toContain('up to 24 hours before it starts');
  expect(await readPage('privacy')).toContain(
    'No mobile information will be shared with third parties or affiliates for marketing',
  );
  const terms = await readPage('terms');
  for (const text of ['frequency varies', 'data rates may apply', 'Reply STOP', 'Reply HELP'])
    expect(terms).toContain(text);
  const settings = await read<object>(app, admin, '/api/business/settings');
  await send(app, admin, 'PATCH', '/api/business/settings', {
    ...settings,
    cancellationCutoffHours: 4,
    phone: '(415) 555-0100',
  });
  expect(await readPage('terms')).toContain('up to 4 hours before it starts');
  expect(await readPage('terms')).toContain('call us at (415) 555-0100');
});

test('an admin can change the wording, and restore the default by saving blank text or the default @site.wording', async () => {
  const before = await readWording();
  const ownTerms = '# Our terms\nBe there.\n\n<b>& fair</b>';
  const saved = await save({ ...before, terms: ownTerms });
  expect(saved.statusCode).toBe(200);
  expect(await readPage('terms')).toBe(ownTerms);
  expect(await readWording()).toMatchObject({ terms: ownTerms, version: before.version + 1 });
  for (const terms of [' ', before.defaults.terms]) {
    const { version } = await readWording();
    await save({ ...before, version, terms });
    const row = await app.store.kysely
      .selectFrom('business')
      .select(['terms_text', 'privacy_text'])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ terms_text: null, privacy_text: null });
    expect(await readPage('terms')).toBe(before.defaults.terms);
  }
});

test('two admins who edit the wording do not overwrite each other @site.wording-version', async () => {
  const wording = await readWording();
  const results = await Promise.all(
    ['# A\nOne', '# A\nTwo'].map((questions) => save({ ...wording, questions })),
  );
  expect(sortedStatuses(results)).toEqual([200, 409]);
  const conflict = results.find(({ statusCode }) => statusCode === 409);
  expect(conflict?.body).toContain('Someone else changed the wording.');
});

test.each([
  ['wording that is too long', { privacy: 'x'.repeat(15_001) }],
  ['characters that cannot be stored', { terms: 'a\u0000b' }],
  ['a missing part', { questions: undefined }],
  ['a number instead of text', { questions: 5 }],
])('%s is refused and changes nothing @site.wording', async (_, change) => {
  const wording = await readWording();
  expect((await save({ ...wording, ...change })).statusCode).toBe(400);
  expect(await readWording()).toEqual(wording);
});

test('there is no page for the questions or for an unknown name', async () => {
  for (const name of ['questions', 'legal-notice']) {
    expect((await send(app, null, 'GET', `/api/site/pages/${name}`)).statusCode).toBe(404);
  }
});
