import { safeRedirectPath } from '@curbwrench/contract/accounts/sign-in-navigation';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../paths.ts';

/** The sign-in pages, which must not be the destination of a sign-in: that would be a loop. */
const signInPaths: readonly string[] = [
  paths.signIn,
  paths.signUp,
  paths.forgotPassword,
  paths.resetPassword,
  paths.setUp,
];

/** Returns where to go after signing in: the path on our site that the URL names, or the dashboard. */
export function getDestination(to: string | undefined): string {
  const path = safeRedirectPath(to);
  return signInPaths.includes(path.split(/[?#]/, 1)[0] ?? '') ? paths.dashboard : path;
}

/** Redirects to the page where a sign-in was started, and removes this page from the history. */
export function GoToDestination({ to }: { to: string | undefined }) {
  const { history } = useRouter();
  useEffect(() => history.replace(getDestination(to)), [history, to]);
  return null;
}
