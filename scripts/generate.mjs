/**
 * `npm run generate -- --size 1e5` fills an empty database (DATABASE_URL's, or the embedded one of
 * DATA_DIR) with this many past appointments and the usual thirty days ahead.
 */
import { importBuilt, prepare } from './prepare.mjs';

await prepare(['server']);
await importBuilt('generate.js');
