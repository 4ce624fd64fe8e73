/**
 * `npm run generate -- --size 1e5` fills an empty database (the one at DATABASE_URL, or the embedded database
 * in DATA_DIR) with this many past appointments, and with appointments for the next thirty days.
 */
import { importBuilt, prepare } from './prepare.mjs';

await prepare(['server']);
await importBuilt('generate.js');
