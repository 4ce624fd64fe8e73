import { fork } from 'node:child_process';
import { printReport } from '../report.ts';
import type { CampaignOptions } from '../options.ts';
import { weights } from './actions.ts';
import { ProgressMonitor } from './progress-monitor.ts';
import type { WorkerMessage, WorkerTask, WorkerResult } from './worker.ts';

const defaultScenarioCount = 10_000;
const processes = 2;
/** In a campaign of at least this many scenarios, every kind of step must be accepted at least once. */
const minScenariosForEveryKind = 1000;

/**
 * Sends random requests by every role to businesses with random staff and services. After each request, the
 * invariants of the entire database must hold, and the response must agree with what the application had shown.
 * `--seed` repeats a campaign.
 */
export async function scenarios(options: CampaignOptions): Promise<boolean> {
  const { seed, database } = options;
  const scenarioCount = options.runs ?? defaultScenarioCount;
  const firstSeed = seed ?? Math.floor(Math.random() * 1e9);
  const started = performance.now();
  const tasks = Array.from({ length: processes }, (_, index) => ({
    scenarioCount: Math.ceil(scenarioCount / processes),
    seed: firstSeed + index,
    database,
  }));
  const results = await runTasks(tasks, scenarioCount);
  const seconds = (performance.now() - started) / 1000;
  const tallies = results.map(({ tally }) => tally);
  const sum = (select: (tally: WorkerResult['tally']) => number): number =>
    tallies.reduce((total, tally) => total + select(tally), 0);
  const databaseName = database === null ? 'embedded' : 'PostgreSQL';
  return printReport(
    `Scenarios, seed ${firstSeed}, ${databaseName}`,
    {
      scenarios: sum((tally) => tally.scenarios),
      requests: sum((tally) => tally.requests),
      accepted: formatCounts(tallies.map((tally) => tally.accepted)),
      refused: formatCounts(tallies.map((tally) => tally.refused)),
      'slots booked as shown': sum((tally) => tally.slotComparisons),
      'candidates assigned as shown': sum((tally) => tally.candidateComparisons),
      'jobs covered as proposed': sum((tally) => tally.coverageComparisons),
      'working-time changes saved as previewed': sum((tally) => tally.confirmedPreviews),
      seconds: seconds.toFixed(1),
    },
    [
      ...results.flatMap(({ failure }) => (failure === null ? [] : [failure])),
      ...(scenarioCount >= minScenariosForEveryKind ? findUntestedKinds(tallies) : []),
    ],
  );
}

/** Returns a problem for each kind of step that was not tested because none was accepted in any scenario. */
function findUntestedKinds(tallies: readonly WorkerResult['tally'][]): string[] {
  return Object.keys(weights)
    .filter((kind) => kind !== 'moveClock' && !tallies.some(({ accepted }) => accepted[kind]))
    .map((kind) => `no "${kind}" was accepted in any scenario`);
}

/** Runs each task in its own process, prints the progress, and reports any process that hangs. */
async function runTasks(
  tasks: readonly WorkerTask[],
  scenarioCount: number,
): Promise<WorkerResult[]> {
  const monitor = new ProgressMonitor();
  const timer = setInterval(() => {
    process.stdout.write(`\r  scenario ${monitor.scenariosStarted} of ${scenarioCount} `);
    for (const warning of monitor.describeSilentProcesses(performance.now())) {
      console.error(`\n${warning}`);
    }
  }, 5000);
  try {
    return await Promise.all(tasks.map((task) => runInProcess(task, monitor)));
  } finally {
    clearInterval(timer);
  }
}

function runInProcess(task: WorkerTask, monitor: ProgressMonitor): Promise<WorkerResult> {
  const child = fork(new URL('./worker.js', import.meta.url));
  child.send(task);
  return new Promise((resolve, reject) => {
    // Only `worker.ts` sends messages here.
    child.on('message', (message) => {
      const workerMessage = message as WorkerMessage;
      if ('progress' in workerMessage)
        return monitor.record(workerMessage.progress, performance.now());
      monitor.finish(task.seed);
      resolve(workerMessage.result);
    });
    child.on('error', reject);
    child.on('exit', () => reject(new Error('A process of the campaign exited without a result.')));
  });
}

/** Adds up all processes' counts and returns the sums as text, the largest first. */
function formatCounts(counts: readonly Readonly<Record<string, number>>[]): string {
  const total = new Map<string, number>();
  for (const [kind, count] of counts.flatMap((each) => Object.entries(each))) {
    total.set(kind, (total.get(kind) ?? 0) + count);
  }
  return [...total]
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ');
}
