import type { startApp } from '@curbwrench/testing/start-app';
import { printReport } from '../report.ts';
import { withBuiltServer } from '../in-process.ts';
import type { CampaignOptions } from '../options.ts';
import { ClockProbe } from './clock-probe.ts';
import { makeSite, probedMinutes, zones } from './site.ts';
import { addDays, localTimeAt } from './wall-clock.ts';

const hour = 3_600_000;
const quarter = hour / 4;

/** Deadlines are checked for this long before and after a clock change: longer than the longest deadline, 24 hours. */
const hoursAroundChange = 28;

/** Two years that include a February 29. */
const twoYears = { from: '2027-03-01', to: '2029-03-01' };

/**
 * Compares the server's local time with Node's time zone data in seven time zones over two years:
 * - every hour: the slots;
 * - in the first and last hour of a day: the booking window, the job that may be started, and the day's revenue;
 * - every 15 minutes around a clock change: the deadline for changing a booking.
 */
export async function time(options: CampaignOptions): Promise<boolean> {
  return withBuiltServer(options, async ({ startApp: start }) => {
    const started = performance.now();
    const { requestCount, timeCount, problems } = await checkLocalTimes(start, [twoYears], 1);
    return printReport(
      `Time, ${twoYears.from} to ${twoYears.to}`,
      {
        zones: zones.length,
        'times checked': timeCount,
        requests: requestCount,
        seconds: ((performance.now() - started) / 1000).toFixed(1),
      },
      problems,
    );
  });
}

interface DateRange {
  readonly from: string;
  readonly to: string;
}

/**
 * Makes the comparisons of `time` throughout the date ranges, which must be in order: at every `stride`-th hour and,
 * around clock changes, at every `stride`-th quarter hour.
 */
export async function checkLocalTimes(
  start: typeof startApp,
  ranges: readonly DateRange[],
  stride: number,
): Promise<{ requestCount: number; timeCount: number; problems: readonly string[] }> {
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
      timeCount: counts.reduce((sum, count) => sum + count, 0),
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
  let timeCount = 0;
  for (const [first, last] of work.ranges.map(toInstants)) {
    for (let now = first; now <= last; now += hour * work.stride) {
      timeCount += 1;
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
    const steps = hoursAroundChange * 4;
    for (let step = -steps; step <= steps; step += work.stride) {
      timeCount += 1;
      probe.setTime(change + step * quarter);
      await probe.checkSlots(0);
      if (step % 4 === 0) await checkDay(probe);
      for (let index = 0; index < probedMinutes.length; index += work.stride) {
        // Each time of day is checked on one of the four dates. Shifting the index by the quarter hour reaches times
        // that a larger stride would leave out.
        const shiftedIndex = index + (step & 3);
        await probe.checkDeadline(dates[shiftedIndex % dates.length] ?? '', shiftedIndex);
      }
    }
  }
  return timeCount;
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

/** Returns the local date of an instant, the date before it and the two after it. */
function datesAround(instant: number, zone: string): string[] {
  const { date } = localTimeAt(instant, zone);
  return [-1, 0, 1, 2].map((days) => addDays(date, days));
}
