import type { ServiceAreaReply, ServiceArea } from '@curbwrench/contract/service-areas/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin');
});
afterAll(() => app.stop());

const form = {
  name: 'North side',
  zips: ['94133', '94109-1234', '94109'],
  circle: null,
  days: ['wed', 'mon', 'mon'],
  tripFee: 12.5,
};

const answerForZip = (zip: string) =>
  read<ServiceAreaReply>(app, null, `/api/service-areas/answer?zip=${encodeURIComponent(zip)}`);

const create = (area: object) => send(app, admin, 'POST', '/api/service-areas', area);

describe('the answer to whether the business serves a ZIP code', () => {
  test('is "unsure" while there is no area', async () => {
    expect(await answerForZip('94109')).toEqual({
      zip: '94109',
      answer: 'unsure',
      area: null,
      problem: null,
    });
  });

  test('is "yes" if an area lists the ZIP code, even without signing in', async () => {
    const created = (await create(form)).json<ServiceArea>();
    expect(created).toEqual({
      id: created.id,
      name: 'North side',
      zips: ['94109', '94133'],
      zipCenters: [
        { zip: '94109', lat: 37.7917, lng: -122.4186 },
        { zip: '94133', lat: 37.8002, lng: -122.4091 },
      ],
      circle: null,
      ring: null,
      days: ['mon', 'wed'],
      earliestStart: null,
      latestStart: null,
      noticeHours: null,
      tripFee: '12.50',
      feeBands: null,
    });
    expect(await answerForZip(' 94109-0001 ')).toEqual({
      zip: '94109',
      answer: 'yes',
      area: { id: created.id, name: 'North side', days: ['mon', 'wed'], tripFee: '12.50' },
      problem: null,
    });
    expect(await answerForZip('10001')).toMatchObject({ answer: 'no', area: null });
  });

  test("otherwise depends on the distance from the ZIP code's center to the circles @areas.circle", async () => {
    // A circle around 94103.
    const circle = { lat: 37.7725, lng: -122.4147, radiusMiles: 7.5 };
    const created = (
      await create({ ...form, name: 'Around', zips: [], circle })
    ).json<ServiceArea>();
    expect(created.circle).toEqual(circle);
    const { id, name, days, tripFee } = created;
    expect(await answerForZip('94103')).toEqual({
      zip: '94103',
      answer: 'yes',
      area: { id, name, days, tripFee },
      problem: null,
    });
    // Oakland is about 9 miles away, which is near the circle's edge; New York is much farther away.
    expect(await answerForZip('94612')).toMatchObject({ answer: 'unsure', area: null });
    expect(await answerForZip('10001')).toMatchObject({ answer: 'no', area: null });
    expect(await answerForZip('00901')).toMatchObject({ answer: 'no', area: null });
    // A ZIP code that does not exist.
    expect(await answerForZip('00000')).toMatchObject({ answer: 'unsure', area: null });

    const sanJuan = { lat: 18.4655, lng: -66.1057, radiusMiles: 10 };
    const other = (
      await create({ ...form, name: 'San Juan', zips: [], circle: sanJuan })
    ).json<ServiceArea>();
    expect(await answerForZip('00901')).toMatchObject({
      answer: 'yes',
      area: { name: 'San Juan' },
    });
    for (const area of [created, other]) {
      await send(app, admin, 'DELETE', `/api/service-areas/${area.id}`);
    }
    expect(await answerForZip('94103')).toMatchObject({ answer: 'no' });
  });

  test('is decided first by a list of ZIP codes, then by the smallest circle @areas.overlap', async () => {
    const point = { lat: 37.7725, lng: -122.4147 };
    const circles = [
      { name: 'A large one', circle: { ...point, radiusMiles: 40 } },
      { name: 'The smallest', circle: { ...point, radiusMiles: 9.5 } },
      { name: 'A medium one', circle: { ...point, radiusMiles: 20 } },
    ];
    const ids: number[] = [];
    for (const area of circles) {
      ids.push((await create({ ...form, zips: [], ...area })).json<ServiceArea>().id);
    }
    expect(await answerForZip('94103')).toMatchObject({ area: { name: 'The smallest' } });
    expect(await answerForZip('94109')).toMatchObject({ area: { name: 'North side' } });
    for (const id of ids) await send(app, admin, 'DELETE', `/api/service-areas/${id}`);
  });

  test.each(['9410', '941090', 'ABCDE', ''])(
    'is an error for %j, which is not a ZIP code',
    async (zip) => {
      const response = await send(app, null, 'GET', `/api/service-areas/answer?zip=${zip}`);
      expect([response.statusCode, response.body]).toEqual([
        400,
        'A ZIP code must have five digits',
      ]);
    },
  );
});

describe('the answer to whether the business serves a pin', () => {
  const ring = [
    [-97.76, 30.28],
    [-97.72, 30.28],
    [-97.72, 30.25],
    [-97.76, 30.25],
  ];
  const answerTo = (query: string) =>
    read<ServiceAreaReply>(app, null, `/api/service-areas/answer?${query}`);

  test('is "yes" if a drawn area contains the pin; the ring is stored counterclockwise @areas.shape', async () => {
    const created = (
      await create({
        ...form,
        name: 'Downtown',
        zips: [],
        ring,
        earliestStart: '09:00',
        latestStart: '15:00',
        noticeHours: 24,
      })
    ).json<ServiceArea>();
    expect(created).toMatchObject({
      ring: [ring[0], ring[3], ring[2], ring[1], ring[0]],
      earliestStart: '09:00',
      latestStart: '15:00',
      noticeHours: 24,
    });
    const inside = 'lat=30.265&lng=-97.74';
    expect(await answerTo(inside)).toMatchObject({
      zip: null,
      answer: 'yes',
      area: { name: 'Downtown' },
      problem: null,
    });
    expect(await answerTo(`${inside}&precision=zip`)).toMatchObject({ answer: 'unsure' });
    expect(await answerTo('lat=30.3&lng=-97.74')).toMatchObject({
      answer: 'unsure',
      area: null,
    });
    // Other areas list ZIP codes, but none lists this one.
    expect(await answerTo('zip=78701&lat=30.3&lng=-97.74')).toMatchObject({ answer: 'no' });
    expect(await answerTo(`${inside}&date=2026-03-06&startTime=10:00`)).toMatchObject({
      problem: 'In our Downtown area, we work on Mondays and Wednesdays.',
    });
    expect(await answerTo(`${inside}&date=2026-03-09&startTime=16:00`)).toMatchObject({
      problem: 'In our Downtown area, appointments start between 9:00 AM and 3:00 PM.',
    });
    await send(app, admin, 'DELETE', `/api/service-areas/${created.id}`);
  });

  test.each([
    ['lat=NaN&lng=1', 'The latitude must be a number from -90 to 90'],
    ['lat=-97&lng=30', 'The latitude must be a number from -90 to 90'],
    ['lat=30&lng=1e2', 'The longitude must be a number from -180 to 180'],
    ['lat=30', 'Please send both coordinates or neither'],
    ['date=2026-03-06', 'A ZIP code must have five digits'],
    ['lat=30&lng=1&precision=near', 'That is not a valid location precision'],
    ['zip=78701&startTime=later', 'Please select a time'],
  ])('is an error for %s', async (query, message) => {
    const response = await send(app, null, 'GET', `/api/service-areas/answer?${query}`);
    expect([response.statusCode, response.body]).toEqual([400, message]);
  });
});

describe('an area', () => {
  test('shares no ZIP code with another area, even if three are created at the same time', async () => {
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

  test('can be changed and deleted', async () => {
    const { id } = (
      await create({ ...form, name: 'Hill', zips: ['95002', '95003'] })
    ).json<ServiceArea>();
    const url = `/api/service-areas/${id}`;
    const changed = await send(app, admin, 'PATCH', url, { ...form, zips: ['95003', '95004'] });
    expect(changed.json<ServiceArea>()).toMatchObject({
      name: 'North side',
      zips: ['95003', '95004'],
    });
    expect(await answerForZip('95002')).toMatchObject({ answer: 'no' });
    expect((await send(app, admin, 'DELETE', url)).statusCode).toBe(204);
    expect(await answerForZip('95003')).toMatchObject({ answer: 'no' });
    expect((await send(app, admin, 'PATCH', url, form)).statusCode).toBe(404);
  });

  test('has the centers of its ZIP codes, except unknown ones @areas.map', async () => {
    const created = await create({ ...form, name: 'Bay', zips: ['95002', '00000'] });
    const { id } = created.json<ServiceArea>();
    const areas = await read<ServiceArea[]>(app, null, '/api/service-areas');
    expect(areas.find((area) => area.id === id)).toMatchObject({
      zips: ['00000', '95002'],
      zipCenters: [{ zip: '95002', lat: 37.426, lng: -121.9736 }],
    });
    await send(app, admin, 'DELETE', `/api/service-areas/${id}`);
  });

  test.each([
    [{ name: 'x' }, 'Area name must be at least 2 characters'],
    [{ zips: [] }, 'Please enter ZIP codes, or add a circle or an outline'],
    [{ zips: ['abc'] }, 'A ZIP code must have five digits'],
    [{ days: [] }, 'Please choose at least one day'],
    [{ tripFee: -1 }, 'The trip fee must be zero or more, with up to two decimal places'],
    [{ tripFee: 10_000_000 }, 'The trip fee must be 9,999,999.99 or less'],
    [
      { circle: { lat: 91, lng: 0, radiusMiles: 1 } },
      'The latitude must be a number from -90 to 90',
    ],
    [
      { circle: { lat: 1, lng: 0, radiusMiles: 0 } },
      'The radius must be a number of miles from 0.1 to 500',
    ],
    [
      {
        ring: [
          [-97.76, 30.28],
          [-97.72, 30.25],
          [-97.72, 30.28],
          [-97.76, 30.25],
        ],
      },
      'The edges cross or touch each other near 30.2650, -97.7400. Please enter the points in order around the area',
    ],
    [
      {
        ring: [
          [30.28, -97.76],
          [30.25, -97.72],
          [30.28, -97.72],
        ],
      },
      'Point 1: the latitude must be from -90 to 90; latitude and longitude seem to be swapped',
    ],
    [{ ring: Array.from({ length: 10_000 }, () => [1, 2]) }, 'An area needs 3 to 199 points'],
    [{ ring: 'here' }, 'Please enter the boundary points'],
    [{ earliestStart: '9 AM' }, 'Please enter a time of day'],
    [
      { earliestStart: '15:00', latestStart: '09:00' },
      "The latest start can't be before the earliest",
    ],
    [{ noticeHours: 1.5 }, 'The minimum notice must be a whole number of hours from 0 to 720'],
    [{ feeBands: [] }, 'Please enter at least one distance'],
    [
      {
        feeBands: [
          { upToMiles: 5, fee: 0 },
          { upToMiles: 5, fee: 1 },
        ],
      },
      'Each distance must be greater than the one before',
    ],
    [
      { feeBands: [{ upToMiles: 5, fee: 'much' }] },
      'The trip fee must be zero or more, with up to two decimal places',
    ],
  ])('is refused with %j', async (invalid, message) => {
    const response = await create({ ...form, ...invalid });
    expect([response.statusCode, response.body]).toEqual([400, message]);
  });
});
