/** The header that names the signed-in person a response is for. */
export const viewerHeader = 'x-viewer';

/**
 * The only paths whose responses a browser stores for offline use: who is signed in, the business, and the
 * lists and counts of the schedule. They are repeated here from `endpoints.ts`, so that the service worker's bundle
 * shares no file with the pages.
 */
export const storedPaths = {
  session: '/api/auth/user',
  business: '/api/business',
  schedule: ['/api/appointments', '/api/appointments/counts'],
} as const;
