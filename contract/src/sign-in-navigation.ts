/**
 * Why a sign-in by a provider ended without a session: the code stands in the address of the
 * sign-in page (`?problem=`), the sentence is what that page shows. No code tells whether an
 * account exists to someone who hasn't proven its address.
 */
export const signInProblems = {
  cancelled: 'You did not finish signing in. Nothing was changed.',
  expired: 'This sign-in took too long or was started in another browser. Please start again.',
  not_proven: 'The sign-in could not be verified. Please start again.',
  unavailable: "The sign-in service can't be reached right now. Please try again in a moment.",
  email_unverified:
    "The sign-in service hasn't confirmed your e-mail address. Please confirm it there, then try again.",
  account_unverified:
    "An account with your e-mail address exists here but isn't confirmed. Please reset its password by e-mail first, then try again.",
  second_factor:
    'Your account here asks for a second factor. Please sign in with your password and the code.',
  deactivated: 'This account has been deactivated. Please contact us.',
} as const;

export type SignInProblem = keyof typeof signInProblems;

/** The longest way back that is kept, in characters. */
const longestPath = 1000;

/**
 * Where to go after signing in: a page of this site, as a path with its query. Anything else
 * (another site, a scheme, a call of the server, what isn't text) gives `/`, so that no link can
 * lead somebody out of here (ASVS 5.0 3.7.2) or make them do something.
 */
export function ownPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > longestPath || !isPlain(value)) return '/';
  // As the server's router and browsers will read it: `/%61pi/logout` is a call too.
  const path = decoded(value.split(/[?#]/, 1)[0] ?? '');
  if (path === null || !isPlain(path)) return '/';
  if (!path.startsWith('/') || path.includes('//') || /\/\.{1,2}(\/|$)/.test(path)) return '/';
  return /^\/api(\/|$)/i.test(path) ? '/' : value;
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Without backslashes, which browsers read as slashes, and characters that they leave out. */
function isPlain(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (character === '\\' || code < 0x20 || code === 0x7f) return false;
  }
  return true;
}
