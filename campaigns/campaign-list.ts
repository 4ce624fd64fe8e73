import { badInput } from './bad-input/bad-input.ts';
import { contention } from './contention/contention.ts';
import { kill, network, stopPostgres, terminate } from './faults/fault-campaigns.ts';
import { guesses } from './guesses/guesses.ts';
import { scenarios } from './scenarios/scenarios.ts';
import { messageFaults } from './message-faults/message-faults.ts';
import { idempotency } from './idempotency/idempotency.ts';
import type { Campaign } from './options.ts';
import { permissions } from './permissions/permissions.ts';
import { privacy } from './privacy/privacy.ts';
import { time } from './time/time.ts';
import { visitorFlood } from './visitor-flood/visitor-flood.ts';

/** Every campaign, by the name that `npm run campaign` takes. */
export const campaigns: Readonly<Record<string, Campaign>> = {
  contention,
  idempotency,
  scenarios,
  'message-faults': messageFaults,
  time,
  'bad-input': badInput,
  permissions,
  guesses,
  'visitor-flood': visitorFlood,
  privacy,
  kill,
  'stop-postgres': stopPostgres,
  network,
  terminate,
};
