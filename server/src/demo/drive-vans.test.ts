import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoMorning, fillWithDemo } from '@curbwrench/testing/demo-day';
import { startApp, testBusiness, type TestApp } from '@curbwrench/testing/start-app';
import { demoAccountIds } from './demo-accounts.ts';
import { driveVans, moveVan } from './drive-vans.ts';
import { placeNear } from './places.ts';
import { randomFrom } from './random.ts';
import { distance, lengthOf } from './town-geometry.ts';
import { getTown, toPoint } from './town.ts';
import { findWay, metersToStreet } from './town-routes.ts';

/* How the vans of the demo's mechanics move. */

const { cityCentre } = testBusiness;
const { network } = getTown();
const start = { lat: cityCentre.lat, lng: cityCentre.lng };
const place = placeNear(cityCentre, randomFrom('a job'));
const job = { lat: place.latitude, lng: place.longitude };
const noon = new Date('2026-03-03T20:00:00Z');

describe('a van', () => {
  it('reports points of its way along the streets, at city speed, and arrives @demo.vans', () => {
    let van = { id: 'm1-demo', last: { ...start, at: noon }, job };
    const way = lengthOf(findWay(network, toPoint(start, cityCentre), toPoint(job, cityCentre)));
    let reports = 0;
    for (; reports < 1000; reports += 1) {
      const at = new Date(van.last.at.getTime() + 10_000);
      const next = moveVan(van, cityCentre, at);
      if (next === null) break;
      const point = toPoint(next, cityCentre);
      expect(metersToStreet(network, point)).toBeLessThan(1.5);
      // 111 m in ten seconds, and the rounding of a position.
      expect(distance(point, toPoint(van.last, cityCentre))).toBeLessThan(114);
      van = { ...van, last: { ...next, at } };
    }
    const seconds = reports * 10;
    expect(seconds).toBeGreaterThan(way / (42 / 3.6));
    expect(seconds).toBeLessThan(way / (36 / 3.6) + 20);
    expect(distance(toPoint(van.last, cityCentre), toPoint(job, cityCentre))).toBeLessThan(30);
  });

  it('that stands reports every half minute, as a browser does', () => {
    const arrived = { id: 'm1-demo', last: { ...start, at: noon }, job: start };
    expect(moveVan(arrived, cityCentre, new Date(noon.getTime() + 29_000))).toBeNull();
    expect(moveVan(arrived, cityCentre, new Date(noon.getTime() + 30_000))).toEqual(start);
  });

  it('without a job drives somewhere, and starts on a street if it was nowhere', () => {
    const idle = { id: 'm1-demo', last: { ...start, at: noon }, job: null };
    expect(moveVan(idle, cityCentre, new Date(noon.getTime() + 10_000))).not.toEqual(start);
    const first = moveVan({ ...idle, last: null }, cityCentre, noon);
    expect(metersToStreet(network, toPoint(first ?? start, cityCentre))).toBeLessThan(1.5);
  });
});

describe("the demo's vans", () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await startApp({ now: demoMorning });
    await fillWithDemo(site.store, demoMorning);
  });
  afterAll(() => site.stop());

  const drive = (): Promise<void> =>
    driveVans({ ...site.business, store: site.store }, site.clock.now());
  const readPositions = async () =>
    (
      await sql<{ id: string; lat: number | null; lng: number | null; at: Date | null }>`
        select person_id as id, latitude as lat, longitude as lng, position_at as at from mechanics
        order by person_id`.execute(site.store.kysely)
    ).rows;
  const advance = (seconds: number): void =>
    site.clock.set(new Date(site.clock.now().getTime() + seconds * 1000));

  it("drive at work, but for the demo account's, whose browser reports @demo.vans", async () => {
    const before = await readPositions();
    for (let report = 0; report < 4; report += 1) {
      advance(10);
      await drive();
    }
    const after = await readPositions();
    const moved = after.filter(({ lat, lng }, index) => {
      const was = before[index];
      return lat !== was?.lat || lng !== was?.lng;
    });
    expect(moved.length).toBeGreaterThanOrEqual(4);
    expect(moved.map(({ id }) => id)).not.toContain(demoAccountIds.mechanic);
    for (const { lat, lng } of moved) {
      if (lat === null || lng === null) throw new Error('no position');
      expect(metersToStreet(network, toPoint({ lat, lng }, cityCentre))).toBeLessThan(1.5);
    }
  });

  it('are seen nowhere after the working hours, except on a job @tracking.hours', async () => {
    site.clock.set(new Date('2026-03-04T06:00:00Z'));
    await sql`update appointments set status = 'completed' where status = 'in_progress'`.execute(
      site.store.kysely,
    );
    const before = await readPositions();
    await drive();
    expect(await readPositions()).toEqual(before);
  });
});
