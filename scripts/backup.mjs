/**
 * `npm run backup -- <file or folder>` writes a backup of the database and the data folder, even while
 * the server is running; `--keep 14` deletes all but the 14 newest backups in the folder. See docs/operations.md.
 */
import { importBuilt, prepare } from './prepare.mjs';

await prepare(['server']);
await importBuilt('backup.js');
