/** The hosts of the push services of Chrome, Firefox, Safari and Edge; a dot at the start allows all subdomains. */
const pushHosts = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/**
 * Returns whether the server may send requests to this URL, which a browser claims to be its push service. It must be
 * an https URL with the default port, no user and no fragment at a known push service, so that nobody can make the
 * server send requests to a private network or to anyone else. `additionalOrigins` are also allowed.
 */
export function isPushEndpoint(url: string, additionalOrigins: readonly string[]): boolean {
  const { origin, host } =
    /^(?<origin>https?:\/\/(?<host>[a-z\d.:-]+))\/[!"$-~]*$/.exec(url)?.groups ?? {};
  if (origin === undefined || host === undefined) return false;
  if (additionalOrigins.includes(origin)) return true;
  const isKnown = pushHosts.some((known) =>
    known.startsWith('.') ? host.endsWith(known) && host.length > known.length : host === known,
  );
  return isKnown && origin.startsWith('https:');
}

/** The maximum time for which a push service stores a message: four weeks, in seconds. */
const maxTtlSeconds = 28 * 86_400;

/** Returns how long a push service should try to deliver a message, in whole seconds. */
export function getTtlSeconds(expiresAt: Date, now: Date): number {
  const seconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1000);
  return Math.min(Math.max(seconds, 0), maxTtlSeconds);
}
