import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { destinationOf } from './destination.ts';

/** Goes on to where a sign-in was asked for; this page leaves no trace in the history. */
export function Onward({ to }: { to: string | undefined }) {
  const { history } = useRouter();
  useEffect(() => history.replace(destinationOf(to)), [history, to]);
  return null;
}
