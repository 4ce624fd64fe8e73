import { runForExitCode } from '../bench/command-line.ts';
import { campaigns } from './campaign-list.ts';
import { readOptions } from './options.ts';

/*
 * `npm run campaign -- <name>`: runs one campaign (a long-running load, fault-injection or randomized test;
 * see README.md), prints its results, and exits with 1 if a guarantee was broken.
 */
process.exitCode = await runForExitCode(async () => {
  const options = readOptions(process.argv.slice(2), Object.keys(campaigns));
  const run = campaigns[options.campaign];
  if (!run) throw new Error(`There is no campaign ${options.campaign}.`);
  return run(options);
});
