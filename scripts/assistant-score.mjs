/**
 * `npm run assistant-score` asks the assistant its stored questions and prints its score and
 * its wrong answers; `-- --all` prints every question with its answer.
 */
import { built, prepare } from './prepare.mjs';

await prepare(['server', 'testing']);
await built('assistant-score.js', 'testing');
