import { furtherQuestions, sixtyQuestions } from './assistant/questions/all-questions.ts';
import { askAll, isGoodEnough, report } from './assistant/score.ts';
import { makeAssistantWorld } from './assistant/world.ts';

/**
 * Asks the assistant its questions in a business made for them, and prints how it did. Fails below
 * nine of ten right, and on any leak or invented fact.
 */
const world = await makeAssistantWorld();
try {
  const all = process.argv.includes('--all');
  const sixty = await askAll(world, sixtyQuestions);
  process.stdout.write(`${report(sixty, all)}\n`);
  const further = await askAll(world, furtherQuestions);
  process.stdout.write(`\nFurther ones:\n${report(further, all)}\n`);
  if (!isGoodEnough(sixty) || !isGoodEnough(further)) process.exitCode = 1;
} finally {
  await world.stop();
}
