/** Names the person whose answer it is, on every answer to somebody signed in. */
export const readerHeader = 'x-reader';

/**
 * The only calls whose answers a browser keeps for times without a network: who is signed in, the
 * business, and the lists and counts of the schedule. Plain paths, so that the worker
 * which keeps them shares no file with the pages.
 */
export const keptPaths = {
  session: '/api/auth/user',
  business: '/api/business',
  schedule: ['/api/appointments', '/api/appointments/counts'],
} as const;
