/**
 * `npm run remove-second-factor -- person@example.com` removes a person's second factor, in case the only
 * admin has lost theirs. It changes the database at DATABASE_URL or, while the server is stopped, the
 * embedded database in DATA_DIR; see docs/operations.md.
 */
import { importBuilt, prepare } from './prepare.mjs';

await prepare(['server']);
await importBuilt('remove-second-factor.js');
