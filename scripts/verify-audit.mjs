/**
 * `npm run verify-audit` recomputes the hash chain of the audit trail in the database at DATABASE_URL or,
 * while the server is stopped, in the embedded database in DATA_DIR. `-- --anchor number:hash` compares the chain
 * with an anchor that a previous run printed.
 */
import { importBuilt, prepare } from './prepare.mjs';

await prepare(['server']);
await importBuilt('verify-audit.js');
