/**
 * `npm run restore -- <file>` restores a backup into the empty database at DATABASE_URL or into an empty
 * DATA_DIR; see docs/operations.md.
 */
import { importBuilt, prepare } from './prepare.mjs';

await prepare(['server']);
await importBuilt('restore.js');
