/**
 * `npm run restore -- <file>` restores a backup into an empty database (of DATABASE_URL) or an empty
 * DATA_DIR; see docs/operations.md.
 */
import { importBuilt, prepare } from './prepare.mjs';

await prepare(['server']);
await importBuilt('restore.js');
