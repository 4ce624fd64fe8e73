import { Link } from '@tanstack/react-router';
import { MapPinned } from 'lucide-react';
import { paths } from '../paths.ts';
import { useEffectiveRole, useSignedInUser } from '../session/queries.ts';
import { useLocationProblem, useSharing } from './location-sharing.ts';

const text = 'Your location is shared';
const className =
  'inline-flex min-h-touch min-w-touch items-center justify-center gap-1.5 text-sm text-info';

/** Shows on every page that the signed-in mechanic's position is shared, with a link to the switch. */
export function SharingIndicator() {
  const { status } = useSignedInUser();
  const { choice } = useSharing();
  const problem = useLocationProblem();
  const shownRole = useEffectiveRole();
  const isWorking = status === 'available' || status === 'on_job';
  if (!isWorking || choice !== 'on' || problem !== null) return null;
  const content = (
    <>
      <MapPinned className="size-5 shrink-0" aria-hidden />
      <span className="max-sm:sr-only">{text}</span>
    </>
  );
  // An admin who works as a mechanic can open the page with the switch only while the mechanic view is shown.
  return shownRole === 'mechanic' ? (
    <Link to={paths.map} title={text} className={className}>
      {content}
    </Link>
  ) : (
    <span title={text} className={className}>
      {content}
    </span>
  );
}
