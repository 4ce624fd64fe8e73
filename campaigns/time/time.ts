import type { startApp } from '@curbwrench/testing/start-app';
import { printReport } from '../report.ts';
import { withBuild } from '../in-process.ts';
import type { CampaignOptions } from '../options.ts';
import { ClockProbe } from './clock-probe.ts';
import { makeSite, probedMinutes, zones } from './site.ts';
import { daysAfter, localTimeAt } from './wall-clock.ts';

const hour = 3_600_000;
const quarter = hour / 4;

/** Two years that include a February 29. */
const twoYears = { from: '2027-03-01', to: '2029-03-01' };

/**
 * Compares the server's local time with the platform's own calendar in seven time zones over two years. Compares
 * the slots at every hour; in the first and last hour of a day, also the booking window, the weekdays, the job that may
 * be started and the day's revenue; and around each clock change, the deadline for changes every 15 minutes.
 */
export async function time(options: CampaignOptions): Promise<boolean> {
  return withBuild(options, async ({ startApp: start }) => {
    const started = performance.now();
    const { requestCount, moments, problems } = await checkLocalTimes(start, [twoYears], 1);
    return printReport(
      `Time, ${twoYears.from} to ${twoYears.to}`,
      {
        zones: zones.length,
        moments,
        requests: requestCount,
        seconds: ((performance.now() - started) / 1000).toFixed(1),
      },
      problems,
    );
  });
}

/** A range of dates. */
interface DateRange {
  readonly from: string;
  readonly to: string;
}

/**
 * Compares the ranges of dates, which must be in order: every `stride`-th hour (more is compared in the first and
 * last hour of a day), and around clock changes every `stride`-th quarter hour.
 */
export async function checkLocalTimes(
  start: typeof startApp,
  ranges: readonly DateRange[],
  stride: number,
): Promise<{ requestCount: number; moments: number; problems: readonly string[] }> {
  const { from } = ranges[0] ?? twoYears;
  const { to } = ranges.at(-1) ?? twoYears;
  const changes = new Map(
    zones.map((zone) => [zone, ranges.flatMap((range) => findClockChanges(zone, range))]),
  );
  const probedDates = [...changes].flatMap(([zone, instants]) =>
    instants.flatMap((instant) => datesAround(instant, zone)),
  );
  const site = await makeSite(start, from, to, [...new Set(probedDates)]);
  try {
    const probes = zones.map((zone) => new ClockProbe(site, zone));
    const counts = await Promise.all(
      zones.map((zone, index) => {
        const probe = probes[index] ?? new ClockProbe(site, zone);
        return compareZone(probe, zone, { ranges, stride, changes: changes.get(zone) ?? [] });
      }),
    );
    return {
      requestCount: probes.reduce((sum, { requestCount }) => sum + requestCount, 0),
      moments: counts.reduce((sum, count) => sum + count, 0),
      problems: probes.flatMap(({ problems }) => problems),
    };
  } finally {
    await site.stop();
  }
}

async function compareZone(
  probe: ClockProbe,
  zone: string,
  work: { ranges: readonly DateRange[]; stride: number; changes: readonly number[] },
): Promise<number> {
  let moments = 0;
  for (const [first, last] of work.ranges.map(toInstants)) {
    for (let now = first; now <= last; now += hour * work.stride) {
      moments += 1;
      await probe.setTime(now).checkSlots(0);
      const day = localTimeAt(now, zone).date;
      const isNearMidnight = [-1, 1].some(
        (step) => localTimeAt(now + step * hour, zone).date !== day,
      );
      if (isNearMidnight) await checkDay(probe);
    }
  }
  for (const change of work.changes) {
    const dates = datesAround(change, zone);
    for (let step = -28 * 4; step <= 28 * 4; step += work.stride) {
      moments += 1;
      probe.setTime(change + step * quarter);
      await probe.checkSlots(0);
      if (step % 4 === 0) await checkDay(probe);
      for (let index = 0; index < probedMinutes.length; index += work.stride) {
        const date = dates[(step + index + dates.length * 40) % dates.length] ?? '';
        await probe.checkDeadline(date, index + (step & 3));
      }
    }
  }
  return moments;
}

async function checkDay(probe: ClockProbe): Promise<void> {
  for (const daysAhead of [-1, 1, 29, 30, 31]) await probe.checkSlots(daysAhead);
  for (const daysAhead of [-1, 0, 1]) await probe.checkStart(daysAhead);
  await probe.checkStats();
}

/** Returns the instants at which a zone's UTC offset changes, to the nearest quarter hour. */
function findClockChanges(zone: string, range: DateRange): number[] {
  const [first, last] = toInstants(range);
  const found: number[] = [];
  const offsetAt = (at: number): number => {
    const { date, minutes } = localTimeAt(at, zone);
    return Date.parse(date) + minutes * 60_000 - at;
  };
  for (let at = first; at < last; at += hour) {
    if (offsetAt(at) === offsetAt(at + hour)) continue;
    const quarters = [quarter, 2 * quarter, 3 * quarter, hour];
    found.push(at + (quarters.find((step) => offsetAt(at) !== offsetAt(at + step)) ?? hour));
  }
  return found;
}

function toInstants({ from, to }: DateRange): [number, number] {
  return [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)];
}

function datesAround(instant: number, zone: string): string[] {
  const { date } = localTimeAt(instant, zone);
  return [-1, 0, 1, 2].map((days) => daysAfter(date, days));
}
