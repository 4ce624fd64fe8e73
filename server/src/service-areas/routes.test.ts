import type { ServiceAreaReply, ServiceArea } from '@curbwrench/contract/service-areas/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let site: TestApp;
let admin: Person;

beforeAll(async () => {
  site = await startApp();
  admin = await makePerson(site, 'admin');
});
afterAll(() => site.stop());

const form = {
  name: 'North side',
  zips: ['94133', '94109-1234', '94109'],
  circle: null,
  days: ['wed', 'mon', 'mon'],
  callOutFee: 12.5,
};

const findArea = (zip: string) =>
  read<ServiceAreaReply>(site, null, `/api/service-areas/answer?zip=${encodeURIComponent(zip)}`);

const create = (area: object) => send(site, admin, 'POST', '/api/service-areas', area);

describe('whether the business serves a ZIP code', () => {
  test('is unknown while there is no area', async () => {
    expect(await findArea('94109')).toEqual({ zip: '94109', answer: 'unsure', area: null });
  });

  test('follows from the area that lists the ZIP code, for anyone', async () => {
    const created = (await create(form)).json<ServiceArea>();
    expect(created).toEqual({
      id: created.id,
      name: 'North side',
      zips: ['94109', '94133'],
      circle: null,
      days: ['mon', 'wed'],
      callOutFee: '12.50',
    });
    expect(await findArea(' 94109-0001 ')).toEqual({
      zip: '94109',
      answer: 'yes',
      area: { id: created.id, name: 'North side', days: ['mon', 'wed'], callOutFee: '12.50' },
    });
    expect(await findArea('10001')).toMatchObject({ answer: 'no', area: null });
  });

  test('follows from the distance of its center to circles otherwise @areas.circle', async () => {
    // Around 94103.
    const circle = { lat: 37.7725, lng: -122.4147, radiusMiles: 7.5 };
    const created = (
      await create({ ...form, name: 'Around', zips: [], circle })
    ).json<ServiceArea>();
    expect(created.circle).toEqual(circle);
    const { id, name, days, callOutFee } = created;
    expect(await findArea('94103')).toEqual({
      zip: '94103',
      answer: 'yes',
      area: { id, name, days, callOutFee },
    });
    // Oakland is 14 km away, New York is farther.
    expect(await findArea('94612')).toEqual({ zip: '94612', answer: 'unsure', area: null });
    expect(await findArea('10001')).toEqual({ zip: '10001', answer: 'no', area: null });
    expect(await findArea('00901')).toEqual({ zip: '00901', answer: 'no', area: null });
    // There is no such ZIP code.
    expect(await findArea('00000')).toEqual({ zip: '00000', answer: 'unsure', area: null });

    const sanJuan = { lat: 18.4655, lng: -66.1057, radiusMiles: 10 };
    const other = (
      await create({ ...form, name: 'San Juan', zips: [], circle: sanJuan })
    ).json<ServiceArea>();
    expect(await findArea('00901')).toMatchObject({ answer: 'yes', area: { name: 'San Juan' } });
    for (const area of [created, other]) {
      await send(site, admin, 'DELETE', `/api/service-areas/${area.id}`);
    }
    expect(await findArea('94103')).toMatchObject({ answer: 'no' });
  });

  test('is decided by a list first, then by the smallest circle @areas.overlap', async () => {
    const point = { lat: 37.7725, lng: -122.4147 };
    const circles = [
      { name: 'A large one', circle: { ...point, radiusMiles: 40 } },
      { name: 'The smallest', circle: { ...point, radiusMiles: 9.5 } },
      { name: 'Yet a larger one', circle: { ...point, radiusMiles: 20 } },
    ];
    const ids: number[] = [];
    for (const area of circles) {
      ids.push((await create({ ...form, zips: [], ...area })).json<ServiceArea>().id);
    }
    expect(await findArea('94103')).toMatchObject({ area: { name: 'The smallest' } });
    expect(await findArea('94109')).toMatchObject({ area: { name: 'North side' } });
    for (const id of ids) await send(site, admin, 'DELETE', `/api/service-areas/${id}`);
  });

  test.each(['9410', '941090', 'ABCDE', ''])(
    'is refused for %j, which is not a ZIP code',
    async (zip) => {
      const response = await send(site, null, 'GET', `/api/service-areas/answer?zip=${zip}`);
      expect([response.statusCode, response.body]).toEqual([
        400,
        'A ZIP code must have five digits',
      ]);
    },
  );
});

describe('an area', () => {
  test('shares no ZIP code with another, even when three are created at once', async () => {
    const responses = await Promise.all(
      ['East', 'West', 'South'].map((name) => create({ ...form, name, zips: ['95001'] })),
    );
    expect(sortedStatuses(responses)).toEqual([201, 409, 409]);
    const winner = responses.find(({ statusCode }) => statusCode === 201)?.json<ServiceArea>();
    const loser = responses.find(({ statusCode }) => statusCode === 409);
    expect(loser?.body).toBe(
      `95001 is already in ${winner?.name}; a ZIP code can belong to only one area`,
    );
  });

  test('can be replaced as a whole, and deleted', async () => {
    const { id } = (
      await create({ ...form, name: 'Hill', zips: ['95002', '95003'] })
    ).json<ServiceArea>();
    const url = `/api/service-areas/${id}`;
    const changed = await send(site, admin, 'PATCH', url, { ...form, zips: ['95003', '95004'] });
    expect(changed.json<ServiceArea>()).toMatchObject({
      name: 'North side',
      zips: ['95003', '95004'],
    });
    expect(await findArea('95002')).toMatchObject({ answer: 'no' });
    expect((await send(site, admin, 'DELETE', url)).statusCode).toBe(204);
    expect(await findArea('95003')).toMatchObject({ answer: 'no' });
    expect((await send(site, admin, 'PATCH', url, form)).statusCode).toBe(404);
  });

  test.each([
    [{ name: 'x' }, 'Area name must be at least 2 characters'],
    [{ zips: [] }, 'Please enter ZIP codes or a radius'],
    [{ zips: ['abc'] }, 'A ZIP code must have five digits'],
    [{ days: [] }, 'Please choose at least one day'],
    [{ callOutFee: -1 }, 'The call-out fee must be zero or more, with at most two decimals'],
    [{ callOutFee: 10_000_000 }, 'The call-out fee can be at most 9,999,999.99'],
    [
      { circle: { lat: 91, lng: 0, radiusMiles: 1 } },
      'The latitude must be a number from -90 to 90',
    ],
    [
      { circle: { lat: 1, lng: 0, radiusMiles: 0 } },
      'The radius must be a number of miles from 0.1 to 500',
    ],
  ])('is refused with %j', async (invalid, sentence) => {
    const response = await create({ ...form, ...invalid });
    expect([response.statusCode, response.body]).toEqual([400, sentence]);
  });
});
