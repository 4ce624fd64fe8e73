import type { startApp } from '@curbwrench/testing/start-app';
import { report } from '../faults/figures.ts';
import { withBuild } from '../in-process.ts';
import type { CampaignOptions } from '../options.ts';
import { Look } from './look.ts';
import { makeSite, probedMinutes, zones } from './site.ts';
import { daysAfter, shownAt } from './wall-clock.ts';

const hour = 3_600_000;
const quarter = hour / 4;

/** Two years that include a February 29. */
const twoYears = { from: '2027-03-01', to: '2029-03-01' };

/**
 * Time: in seven time zones, at every hour of two years, every first and last hour of a day, and every
 * quarter of an hour around each clock change, the slots, the 30 days, the
 * weekdays, the deadline, the job that may be started and the day's revenue are compared with the
 * platform's own calendar.
 */
export async function time(options: CampaignOptions): Promise<boolean> {
  return withBuild(options, async ({ startApp: start }) => {
    const started = performance.now();
    const { asked, moments, problems } = await compareTime(start, [twoYears], 1);
    return report(
      `Time, ${twoYears.from} to ${twoYears.to}`,
      {
        zones: zones.length,
        moments,
        questions: asked,
        seconds: ((performance.now() - started) / 1000).toFixed(1),
      },
      problems,
    );
  });
}

/** The dates from one to another. */
interface Span {
  readonly from: string;
  readonly to: string;
}

/**
 * Compares ranges of dates, the earliest first: every `stride`-th hour (more is compared in the first and
 * last hour of a day), and on nights with clock changes every `stride`-th quarter of an hour.
 */
export async function compareTime(
  start: typeof startApp,
  spans: readonly Span[],
  stride: number,
): Promise<{ asked: number; moments: number; problems: readonly string[] }> {
  const { from } = spans[0] ?? twoYears;
  const { to } = spans.at(-1) ?? twoYears;
  const changes = new Map(
    zones.map((zone) => [zone, spans.flatMap((span) => changesOf(zone, span))]),
  );
  const probed = [...changes].flatMap(([zone, instants]) =>
    instants.flatMap((instant) => datesAround(instant, zone)),
  );
  const site = await makeSite(start, from, to, [...new Set(probed)]);
  try {
    const looks = zones.map((zone) => new Look(site, zone));
    const counts = await Promise.all(
      zones.map((zone, index) => {
        const look = looks[index] ?? new Look(site, zone);
        return compareZone(look, zone, { spans, stride, changes: changes.get(zone) ?? [] });
      }),
    );
    return {
      asked: looks.reduce((sum, { asked }) => sum + asked, 0),
      moments: counts.reduce((sum, count) => sum + count, 0),
      problems: looks.flatMap(({ problems }) => problems),
    };
  } finally {
    await site.stop();
  }
}

async function compareZone(
  look: Look,
  zone: string,
  work: { spans: readonly Span[]; stride: number; changes: readonly number[] },
): Promise<number> {
  let moments = 0;
  for (const [first, last] of work.spans.map(instantsOf)) {
    for (let now = first; now <= last; now += hour * work.stride) {
      moments += 1;
      await look.at(now).slots(0);
      const day = shownAt(now, zone).date;
      const turns = [-1, 1].some((step) => shownAt(now + step * hour, zone).date !== day);
      if (turns) await lookAtDay(look);
    }
  }
  for (const change of work.changes) {
    const dates = datesAround(change, zone);
    for (let step = -28 * 4; step <= 28 * 4; step += work.stride) {
      moments += 1;
      look.at(change + step * quarter);
      await look.slots(0);
      if (step % 4 === 0) await lookAtDay(look);
      for (let turn = 0; turn < probedMinutes.length; turn += work.stride) {
        const date = dates[(step + turn + dates.length * 40) % dates.length] ?? '';
        await look.cutOff(date, turn + (step & 3));
      }
    }
  }
  return moments;
}

async function lookAtDay(look: Look): Promise<void> {
  for (const daysAhead of [-1, 1, 29, 30, 31]) await look.slots(daysAhead);
  for (const daysAhead of [-1, 0, 1]) await look.start(daysAhead);
  await look.stats();
}

/** The instants at which a zone's clocks change, to the quarter of an hour. */
function changesOf(zone: string, span: Span): number[] {
  const [first, last] = instantsOf(span);
  const found: number[] = [];
  const ahead = (at: number): number => {
    const { date, minutes } = shownAt(at, zone);
    return Date.parse(date) + minutes * 60_000 - at;
  };
  for (let at = first; at < last; at += hour) {
    if (ahead(at) === ahead(at + hour)) continue;
    const quarters = [quarter, 2 * quarter, 3 * quarter, hour];
    found.push(at + (quarters.find((step) => ahead(at) !== ahead(at + step)) ?? hour));
  }
  return found;
}

function instantsOf({ from, to }: Span): [number, number] {
  return [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)];
}

function datesAround(instant: number, zone: string): string[] {
  const { date } = shownAt(instant, zone);
  return [-1, 0, 1, 2].map((days) => daysAfter(date, days));
}
