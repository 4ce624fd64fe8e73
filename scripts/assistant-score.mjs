/**
 * `npm run assistant-score` asks the assistant the questions kept beside it and prints its score and
 * what it got wrong; `-- --all` prints every question with its answer.
 */
import { built, prepare } from './prepare.mjs';

await prepare(['server', 'testing']);
await built('assistant-score.js', 'testing');
