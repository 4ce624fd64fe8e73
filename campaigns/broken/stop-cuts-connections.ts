import type { Breakage } from './breakage.ts';

/** The stop everybody writes first. */
export const stopCutsConnections: Breakage = {
  name: 'stop-cuts-connections',
  what: 'the stop destroys connections instead of letting them finish',
  campaigns: ['terminate'],
  patches: [
    {
      file: 'server/dist/graceful-stop.js',
      from: 'await until(() => connections.size === 0, limits.lingerMs);',
      to: 'app.server.closeAllConnections();',
    },
  ],
};
