/** `npm start`: installs if needed, builds if needed, and runs the server in this process. */
import { importBuilt, prepare } from './prepare.mjs';

await prepare();
await importBuilt('main.js');
