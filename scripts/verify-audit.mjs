/**
 * `npm run verify-audit` recomputes the hash chain of the audit trail (of DATABASE_URL's database, or,
 * while the server is stopped, the embedded one of DATA_DIR); `-- --anchor number:hash` compares it
 * with an anchor that an earlier run printed.
 */
import { importBuilt, prepare } from './prepare.mjs';

await prepare(['server']);
await importBuilt('verify-audit.js');
