import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoMorning, fillWithDemo } from '@curbwrench/testing/demo-day';
import { startApp, testBusiness, type TestApp } from '@curbwrench/testing/start-app';
import { demoAccountIds } from './demo-accounts.ts';
import { driveVans, moveVan } from './drive-vans.ts';
import { pickPlaceNear } from './places.ts';
import { createRandom } from './random.ts';
import { distance, lengthOf } from './town-geometry.ts';
import { getTown, toPoint } from './town.ts';
import { findRoute, metersToStreet } from './town-routes.ts';

/* How the demo mechanics' vans move. */

const { cityCenter } = testBusiness;
const { network } = getTown();
const start = { lat: cityCenter.lat, lng: cityCenter.lng };
const place = pickPlaceNear(cityCenter, createRandom('a job'));
const job = { lat: place.latitude, lng: place.longitude };
const noon = new Date('2026-03-03T20:00:00Z');

describe('moveVan', () => {
  it('moves a van along the streets at city speed until it arrives at the job @demo.vans', () => {
    let van = { id: 'm1-demo', last: { ...start, at: noon }, job };
    const routeMeters = lengthOf(
      findRoute(network, toPoint(start, cityCenter), toPoint(job, cityCenter)),
    );
    let reports = 0;
    for (; reports < 1000; reports += 1) {
      const at = new Date(van.last.at.getTime() + 10_000);
      const next = moveVan(van, cityCenter, at);
      if (next === null) break;
      const point = toPoint(next, cityCenter);
      expect(metersToStreet(network, point)).toBeLessThan(1.5);
      // 111 m in ten seconds, plus the rounding of a position.
      expect(distance(point, toPoint(van.last, cityCenter))).toBeLessThan(114);
      van = { ...van, last: { ...next, at } };
    }
    const seconds = reports * 10;
    // Vans drive at 40 km/h; the average may be slightly off because of rounding and the last report.
    expect(seconds).toBeGreaterThan(routeMeters / (42 / 3.6));
    expect(seconds).toBeLessThan(routeMeters / (36 / 3.6) + 20);
    expect(distance(toPoint(van.last, cityCenter), toPoint(job, cityCenter))).toBeLessThan(30);
  });

  it('makes a parked van report every half minute, as a browser does', () => {
    const parkedVan = { id: 'm1-demo', last: { ...start, at: noon }, job: start };
    expect(moveVan(parkedVan, cityCenter, new Date(noon.getTime() + 29_000))).toBeNull();
    expect(moveVan(parkedVan, cityCenter, new Date(noon.getTime() + 30_000))).toEqual(start);
  });

  it('sends a van without a job on an errand, and places a van without a position on a street', () => {
    const idleVan = { id: 'm1-demo', last: { ...start, at: noon }, job: null };
    expect(moveVan(idleVan, cityCenter, new Date(noon.getTime() + 10_000))).not.toEqual(start);
    const firstPosition = moveVan({ ...idleVan, last: null }, cityCenter, noon);
    expect(metersToStreet(network, toPoint(firstPosition ?? start, cityCenter))).toBeLessThan(1.5);
  });
});

describe('driveVans', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ now: demoMorning });
    await fillWithDemo(app.store, demoMorning);
  });
  afterAll(() => app.stop());

  const drive = (): Promise<void> =>
    driveVans({ ...app.business, store: app.store }, app.clock.now());
  const readPositions = async () =>
    (
      await sql<{ id: string; lat: number | null; lng: number | null; at: Date | null }>`
        select person_id as id, latitude as lat, longitude as lng, position_at as at from mechanics
        order by person_id`.execute(app.store.kysely)
    ).rows;
  const advance = (seconds: number): void =>
    app.clock.set(new Date(app.clock.now().getTime() + seconds * 1000));

  it("moves vans during working hours, but not the demo mechanic's, whose position comes from their browser @demo.vans", async () => {
    const before = await readPositions();
    for (let report = 0; report < 4; report += 1) {
      advance(10);
      await drive();
    }
    const after = await readPositions();
    const movedVans = after.filter(({ lat, lng }, index) => {
      const previous = before[index];
      return lat !== previous?.lat || lng !== previous?.lng;
    });
    expect(movedVans.length).toBeGreaterThanOrEqual(4);
    expect(movedVans.map(({ id }) => id)).not.toContain(demoAccountIds.mechanic);
    for (const { lat, lng } of movedVans) {
      if (lat === null || lng === null) throw new Error('A van has no position.');
      expect(metersToStreet(network, toPoint({ lat, lng }, cityCenter))).toBeLessThan(1.5);
    }
  });

  it('stores no positions after working hours, except on a job @tracking.hours', async () => {
    app.clock.set(new Date('2026-03-04T06:00:00Z'));
    await sql`update appointments set status = 'completed' where status = 'in_progress'`.execute(
      app.store.kysely,
    );
    const before = await readPositions();
    await drive();
    expect(await readPositions()).toEqual(before);
  });
});
