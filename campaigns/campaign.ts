import { exitCodeOf } from '../bench/command-line.ts';
import { brokenBuildsOf } from './broken/catching.ts';
import { campaigns } from './campaign-list.ts';
import { readOptions } from './options.ts';

/*
 * `npm run campaign -- <name>`: runs one campaign, prints its figures, and ends with 1 when a
 * promise was broken (or, with `--broken`, when the broken build was not caught).
 */
process.exitCode = await exitCodeOf(async () => {
  const options = readOptions(process.argv.slice(2), Object.keys(campaigns), brokenBuildsOf);
  const run = campaigns[options.campaign];
  if (!run) throw new Error(`No campaign is called ${options.campaign}.`);
  return run(options);
});
