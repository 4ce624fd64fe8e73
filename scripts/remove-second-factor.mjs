/**
 * `npm run remove-second-factor -- person@example.com` removes a person's second factor, for the
 * last admin who lost theirs (in DATABASE_URL's database, or, while the server is stopped, the
 * embedded one of DATA_DIR); see docs/operations.md.
 */
import { importBuilt, prepare } from './prepare.mjs';

await prepare(['server']);
await importBuilt('remove-second-factor.js');
