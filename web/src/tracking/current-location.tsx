import type { Mechanic } from '@curbwrench/contract/people/schemas';
import type { MechanicStatus } from '@curbwrench/contract/people/roles';
import { ExternalLink } from 'lucide-react';
import { getErrorMessageWithStatus, getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { displayInstantIn, timeAgo } from '../lib/business-time.ts';
import { placeUrl } from '../lib/maps-app.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Switch } from '../ui/switch.tsx';
import { showFailureToast } from '../ui/toast-store.ts';
import { useNow } from '../ui/use-now.ts';
import {
  useLocationProblem,
  useSharing,
  type LocationProblem,
  type SharingChoice,
} from './location-sharing.ts';
import { useDeleteOwnPosition, useHasSharingEnded, useOwnPosition } from './queries.ts';
import { useIsScreenKeptOn } from './wake-lock.ts';

/** Shows the location that the office sees for the signed-in mechanic, and the switch to share it. */
export function CurrentLocation() {
  const query = useOwnPosition();
  const { demo } = useBusiness();
  const { choice, choose } = useSharing();
  const deletePosition = useDeleteOwnPosition();
  return (
    <Panel
      title="Current Location"
      action={
        <Switch
          checked={choice === 'on'}
          label="Share my location"
          onCheckedChange={(on) => {
            choose(on ? 'on' : 'off');
            if (!on) deletePosition.mutate(undefined, { onError: showDeletionFailure });
          }}
        />
      }
    >
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-14 w-64 max-w-full" />}
        failure="We couldn't load your location."
        getCause={getErrorMessage}
      >
        {(position) =>
          position ? <Coordinates position={position} /> : <NoLocation choice={choice} />
        }
      </Loaded>
      {choice === 'on' && (
        <p className="mt-2 text-sm text-ink-soft">
          {demo
            ? 'In this demo, your location is simulated near the city center.'
            : 'Your location is only shared while this page is open and visible.'}
        </p>
      )}
      <ScreenNote />
    </Panel>
  );
}

/** Shows a note while this page keeps the screen on. */
function ScreenNote() {
  return (
    useIsScreenKeptOn() && (
      <p className="mt-2 text-sm text-ink-soft">Your screen stays on while you drive to a job.</p>
    )
  );
}

/** Shows that the last location could not be deleted. Even so, no new location is shared. */
function showDeletionFailure(error: Error): void {
  showFailureToast('Failed to remove your last location', getErrorMessageWithStatus(error));
}

function Coordinates({ position }: { position: NonNullable<Mechanic['location']> }) {
  const now = useNow();
  const { timeZone } = useBusiness();
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span>
          Updated{' '}
          <RelativeTime instant={position.at} exact={displayInstantIn(timeZone, position.at)}>
            {timeAgo(position.at, now)}
          </RelativeTime>
        </span>
        <a
          href={placeUrl(position)}
          target="_blank"
          rel="noreferrer"
          className="link inline-flex min-h-touch items-center gap-1.5 font-semibold text-ink"
        >
          Open in maps
          <ExternalLink className="size-4 shrink-0" aria-hidden />
          <span className="sr-only">(opens your maps app)</span>
        </a>
      </p>
      <dl className="figures flex flex-wrap gap-x-6 text-sm text-ink-soft">
        <Degrees label="Latitude" value={position.lat} />
        <Degrees label="Longitude" value={position.lng} />
      </dl>
    </>
  );
}

function Degrees({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex gap-1.5">
      <dt>{label}</dt>
      <dd>{value.toFixed(4)}</dd>
    </div>
  );
}

function NoLocation({ choice }: { choice: SharingChoice }) {
  const problem = useLocationProblem();
  const { status } = useSignedInUser();
  const hasSharingEnded = useHasSharingEnded();
  return (
    <p role="status" className="text-ink-soft">
      {getReasonForNoLocation(choice, status, hasSharingEnded ? 'hours_over' : problem)}
    </p>
  );
}

/** Returns why there is no location to show, and what to do about it. */
function getReasonForNoLocation(
  choice: SharingChoice,
  status: MechanicStatus | null,
  problem: LocationProblem | null,
): string {
  if (choice !== 'on') return 'You are not sharing your location.';
  if (problem === 'hours_over') return 'Sharing ended when your working hours ended.';
  if (status === 'offline') {
    return 'Your location is shared while you are available or on a job.';
  }
  if (problem === 'blocked') {
    return "Your browser is blocking location access for this page. Allow it in the browser's settings, then reload this page.";
  }
  if (problem === 'unavailable') {
    return "Your device can't determine its location right now. We'll keep trying.";
  }
  return 'Finding your location...';
}
