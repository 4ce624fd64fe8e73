/**
 * Why a sign-in with a provider failed, by the code in the sign-in page's URL (`?problem=`); the page shows
 * the text. No code reveals whether an account exists to someone who hasn't verified its email address.
 */
export const signInProblems = {
  cancelled: "You didn't finish logging in. Nothing was changed.",
  expired: 'This login took too long or was started in another browser. Please start again.',
  not_verified: "Your login couldn't be verified. Please start again.",
  unavailable: "The sign-in service can't be reached right now. Please try again in a moment.",
  email_unverified:
    "The sign-in service hasn't verified your email address. Please verify it there, then try again.",
  account_unverified:
    "An account with your email address exists here but isn't verified. Please reset its password by email first, then try again.",
  second_factor:
    'Your account requires a second factor. Please log in with your password and a code.',
  deactivated: 'This account has been deactivated. Please contact us.',
} as const;

export type SignInProblem = keyof typeof signInProblems;

/** The maximum length of a path, in characters. */
const maxPathLength = 1000;

/**
 * Returns where to go after signing in: a page of this site, as a path with its query. Anything else
 * (another site, a scheme, an API path, a value that isn't a string) becomes `/`, so that no link can
 * lead a person to another site (ASVS 5.0 3.7.2) or trigger an action.
 */
export function safeRedirectPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > maxPathLength || !hasOnlySafeCharacters(value))
    return '/';
  // Decoded as the server's router and browsers decode it: `/%61pi/logout` is an API path too.
  const path = decodeOrNull(value.split(/[?#]/, 1)[0] ?? '');
  if (path === null || !hasOnlySafeCharacters(path)) return '/';
  if (!path.startsWith('/') || path.includes('//') || /\/\.{1,2}(\/|$)/.test(path)) return '/';
  return /^\/api(\/|$)/i.test(path) ? '/' : value;
}

function decodeOrNull(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * Returns false for a string with a backslash, which browsers read as a slash, or with control characters,
 * which they skip.
 */
function hasOnlySafeCharacters(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (character === '\\' || code < 0x20 || code === 0x7f) return false;
  }
  return true;
}
