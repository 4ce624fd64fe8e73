/** `npm start`: installs if needed, builds if needed, and runs the server in this process. */
import { built, prepare } from './prepare.mjs';

await prepare();
await built('main.js');
