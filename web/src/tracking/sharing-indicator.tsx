import { Link } from '@tanstack/react-router';
import { LocateFixed } from 'lucide-react';
import { paths } from '../paths.ts';
import { useSignedInUser } from '../session/queries.ts';
import { useLocationProblem, useSharing } from './location-sharing.ts';

/** Shows on every page that the signed-in mechanic's position is shared, with a link to the switch. */
export function SharingIndicator() {
  const { status } = useSignedInUser();
  const { choice } = useSharing();
  const problem = useLocationProblem();
  const isWorking = status === 'available' || status === 'on_job';
  if (!isWorking || choice !== 'on' || problem !== null) return null;
  return (
    <Link
      to={paths.map}
      title="Your location is shared"
      className="inline-flex min-h-touch min-w-touch items-center justify-center gap-1.5 text-sm text-info"
    >
      <LocateFixed className="size-5 shrink-0" aria-hidden />
      <span className="max-sm:sr-only">Your location is shared</span>
    </Link>
  );
}
