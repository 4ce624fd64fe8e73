import { ownPath } from '@curbwrench/contract/sign-in-navigation';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../paths.ts';

/** The pages of coming in: going on to one of them would lead in a circle. */
const entrances: readonly string[] = [
  paths.signIn,
  paths.signUp,
  paths.forgotPassword,
  paths.resetPassword,
  paths.setUp,
];

/** Where to go once signed in: the page of ours that an address names, else the first page. */
export function destinationOf(to: string | undefined): string {
  const path = ownPath(to);
  return entrances.includes(path.split(/[?#]/, 1)[0] ?? '') ? paths.dashboard : path;
}

/** Goes on to where a sign-in was asked for; this page leaves no trace in the history. */
export function GoToDestination({ to }: { to: string | undefined }) {
  const { history } = useRouter();
  useEffect(() => history.replace(destinationOf(to)), [history, to]);
  return null;
}
