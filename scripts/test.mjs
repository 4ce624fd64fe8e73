/**
 * `npm test` installs and builds if needed, runs the checks and tests to use while you work, and prints the totals
 * last. `npm test -- --all` runs every check and test, as CI does, and needs TEST_DATABASE_URL;
 * `npm test -- --only api,lint` runs only these steps and the steps that they need.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeFailures } from './failures.mjs';
import { requireNode, root } from './project.mjs';
import { describeNotRun } from './test-results.mjs';

requireNode();
const { values } = parseArgs({
  options: { all: { type: 'boolean' }, only: { type: 'string' } },
});

const results = [];
const { ensureInstalled } = await import('./install.mjs');
try {
  await ensureInstalled();
  await performAll();
} catch (error) {
  console.error(error.message);
  results.push({ name: 'start', seconds: 0, ...failureFrom(error) });
}
finish();

async function performAll() {
  const { steps } = await import('./test-steps.mjs');
  const stepsToRun = chooseSteps(steps, values.only?.split(','));
  rmSync(join(root, '.build/results'), { recursive: true, force: true });
  mkdirSync(join(root, '.build/results'), { recursive: true });
  const backgroundResults = [];
  for (const step of stepsToRun) {
    if (step.inBackground) backgroundResults.push(perform(step));
    else results.push(await perform(step));
  }
  results.push(...(await Promise.all(backgroundResults)));
  if (values.all || values.only) return;
  const omittedSteps = steps.filter(({ when }) => when === 'all').map(({ name }) => name);
  results.at(-1).notRun = [
    `${omittedSteps.join(', ')}, because they are part of npm test -- --all`,
  ];
}

function chooseSteps(steps, names) {
  const scope = values.all ? 'all' : 'short';
  if (names === undefined) return steps.filter(({ when }) => when === 'both' || when === scope);
  const findStep = (name) => steps.find((step) => step.name === name);
  const unknown = names.filter((name) => findStep(name) === undefined);
  if (unknown.length > 0) {
    const known = steps.map((step) => step.name).join(', ');
    throw new Error(`There is no step ${unknown.join(', ')}. The steps are ${known}.`);
  }
  const selected = new Set(names.flatMap((name) => [name, ...findStep(name).needs]));
  return steps.filter((step) => selected.has(step.name));
}

async function perform(step) {
  const failedNeeds = step.needs.filter((name) => results.find((r) => r.name === name)?.failed);
  if (failedNeeds.length > 0) {
    const problem = `not run, because ${failedNeeds.join(' and ')} failed`;
    return { name: step.name, passed: 0, failed: 1, failures: [{ name: problem }], seconds: 0 };
  }
  console.log(`\n-- ${step.name}: ${step.what}`);
  const startedAt = performance.now();
  const totals = await step.run().catch((error) => {
    console.error(error.message);
    return failureFrom(error);
  });
  return { name: step.name, ...totals, seconds: (performance.now() - startedAt) / 1000 };
}

function failureFrom(error) {
  return { passed: 0, failed: 1, failures: [{ name: 'ended early', message: error.message }] };
}

/** Prints the table of steps, the failures, what was not run and, on the last line, the totals. */
function finish() {
  const width = Math.max(...results.map(({ name }) => name.length));
  for (const { notes } of results) if (notes) console.log(`\n${notes}`);
  console.log('');
  for (const { name, passed, failed, seconds } of results) {
    const counts = `${String(passed).padStart(5)} passed  ${String(failed).padStart(3)} failed`;
    console.log(`${name.padEnd(width)}  ${counts}  ${seconds.toFixed(1).padStart(6)} s`);
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const failures = results.flatMap(({ name: step, failures: stepFailures = [] }) =>
    stepFailures.map(({ name, message }) => ({ name: `${step}: ${name}`, message })),
  );
  if (failures.length > 0) console.log(`\n${describeFailures(failures)}`);
  const notRun = results.flatMap((result) => result.notRun ?? []);
  if (notRun.length > 0) console.log(`\n${describeNotRun(notRun)}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
