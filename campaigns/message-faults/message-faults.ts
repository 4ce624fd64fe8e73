import { databaseFolder, type DatabaseLocation } from '../../bench/processes.ts';
import { onEachDatabase } from '../databases.ts';
import type { CampaignOptions } from '../options.ts';
import { printReport } from '../report.ts';
import { makeScratchBuild } from '../scratch-build.ts';
import { startTimes } from './choose-requests.ts';
import { runMessages } from './run.ts';

/** Fewer on the embedded database, which is slower. */
const defaultAppointments = { postgres: 1000, embedded: 150 };

/**
 * Books, reschedules, reassigns, starts, undoes, completes and cancels appointments at random, while message providers
 * fail in every way and the server is killed. Compares the messages that everyone gets with what happened.
 */
export async function messageFaults(options: CampaignOptions): Promise<boolean> {
  const build = await makeScratchBuild();
  try {
    return await onEachDatabase(options, async (location) => {
      const seed = options.seed ?? Math.floor(Math.random() * 1e9);
      const appointments = options.runs ?? defaultAppointments[location.kind];
      const { problems, stats } = await runMessages({
        main: build.main,
        database: toConfig(location),
        seed,
        size: chooseSize(appointments),
      });
      return printReport(`Message faults, seed ${seed}, ${location.kind}`, stats, problems);
    });
  } finally {
    await build.remove();
  }
}

/** Returns the size of a run that books this many appointments. */
export function chooseSize(appointments: number) {
  const isLong = appointments > 300;
  const isShort = appointments < 60;
  return {
    appointments,
    days: isLong ? 8 : isShort ? 2 : 3,
    hours: startTimes.filter((_, index) => !isShort || index % 3 === 0),
    kills: isLong ? 9 : 3,
    customers: Math.max(20, Math.ceil(appointments / 4)),
    mechanics: Math.max(6, Math.ceil(appointments / 40)),
  };
}

function toConfig(location: DatabaseLocation) {
  return location.kind === 'postgres'
    ? ({ kind: 'postgres', url: location.url } as const)
    : ({ kind: 'embedded', folder: databaseFolder(location) } as const);
}
