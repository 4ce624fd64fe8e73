import { customerQuestions } from './assistant/questions/customer-questions.ts';
import { heldOutQuestions } from './assistant/questions/held-out-questions.ts';
import { secondHeldOutQuestions } from './assistant/questions/second-held-out-questions.ts';
import { staffQuestions } from './assistant/questions/staff-questions.ts';
import { askAll, report } from './testing/assistant/score.ts';
import { makeAssistantWorld } from './testing/assistant/world.ts';

/** Asks the assistant its questions in a business made for them, and prints how it did. */
const world = await makeAssistantWorld();
try {
  const all = process.argv.includes('--all');
  const written = await askAll(world, [...customerQuestions, ...staffQuestions]);
  process.stdout.write(`${report(written, all)}\n`);
  const heldOut = await askAll(world, [...heldOutQuestions, ...secondHeldOutQuestions]);
  process.stdout.write(`\nHeld out until it was built:\n${report(heldOut, all)}\n`);
} finally {
  await world.stop();
}
