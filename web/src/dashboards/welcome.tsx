import { getGreetingName } from '../lib/people.ts';
import { useSignedInUser } from '../session/queries.ts';

/** Renders the welcome line under a dashboard's heading. */
export function Welcome() {
  return <>Welcome back, {getGreetingName(useSignedInUser())}!</>;
}
