import { customerQuestions } from './assistant/questions/customer-questions.ts';
import { staffQuestions } from './assistant/questions/staff-questions.ts';
import { askAll, report } from './testing/assistant/score.ts';
import { makeAssistantWorld } from './testing/assistant/world.ts';

/** Asks the assistant its questions in a business made for them, and prints how it did. */
const world = await makeAssistantWorld();
try {
  const results = await askAll(world, [...customerQuestions, ...staffQuestions]);
  process.stdout.write(`${report(results, process.argv.includes('--all'))}\n`);
} finally {
  await world.stop();
}
