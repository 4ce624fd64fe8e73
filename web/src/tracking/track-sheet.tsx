import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import type { Tracking } from '@curbwrench/contract/tracking/schemas';
import { Phone } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { useToday } from '../business/today.ts';
import { getFullName, getInitials } from '../lib/people.ts';
import { telephoneUrl } from '../lib/telephone.ts';
import { Avatar } from '../ui/avatar.tsx';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { toneBadge } from '../ui/tone.ts';
import { JourneySteps } from './journey-steps.tsx';
import { getHeadline } from './journey.ts';
import { LastPosition } from './last-position.tsx';
import { useTracking } from './queries.ts';

interface TrackSheetProps {
  appointment: Appointment;
  onClose: () => void;
}

/** Shows who is coming, how far away they are, and what has happened; without a map. */
export function TrackSheet({ appointment, onClose }: TrackSheetProps) {
  const query = useTracking(appointment.id);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Track Mechanic"
      description={`${displayId(appointment.id)} · ${appointment.service.name || 'Unknown Service'}`}
    >
      <Loaded
        query={query}
        skeleton={<TrackSkeleton />}
        failure="We couldn't load your mechanic's location."
        getCause={getErrorMessage}
      >
        {(tracking) => <Journey tracking={tracking} />}
      </Loaded>
    </Dialog>
  );
}

function Journey({ tracking }: { tracking: Tracking }) {
  const { text, tone } = getHeadline(tracking, useToday());
  return (
    <div className="grid gap-5">
      <p
        role="status"
        className={classNames(
          'figures rounded-md border px-4 py-3.5 font-display text-lg/snug font-bold text-balance',
          toneBadge[tone],
        )}
      >
        {text}
      </p>
      <MechanicContact tracking={tracking} />
      {tracking.status === 'in_progress' && <LastPosition tracking={tracking} />}
      <JourneySteps steps={tracking.steps} />
    </div>
  );
}

/** Shows the mechanic, and the business's phone number: a mechanic's own is never shown. */
function MechanicContact({ tracking: { mechanic } }: { tracking: Tracking }) {
  const { name, phone } = useBusiness();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex min-w-0 items-center gap-3">
        {mechanic && (
          <>
            <Avatar
              initials={getInitials(mechanic)}
              imageUrl={mechanic.profileImageUrl}
              size="lg"
            />
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{getFullName(mechanic)}</p>
              <p className="text-sm text-ink-soft">Your mechanic</p>
            </div>
          </>
        )}
      </div>
      {phone !== null && (
        <a href={telephoneUrl(phone)} className={classNames(buttonClass(), 'max-sm:w-full')}>
          <Phone className="size-4 shrink-0" aria-hidden />
          Call {name}
        </a>
      )}
    </div>
  );
}

/** Renders a placeholder in the shape of a journey. */
function TrackSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-14" />
      <div className="flex items-center gap-3">
        <Skeleton className="size-14 rounded-full" />
        <Skeleton className="h-6 w-40" />
      </div>
      <div className="grid gap-5">
        {['w-24', 'w-40', 'w-28', 'w-20', 'w-16'].map((width) => (
          <div key={width} className="flex items-center gap-3">
            <Skeleton className="size-6 rounded-full" />
            <Skeleton className={`h-5 ${width}`} />
          </div>
        ))}
      </div>
    </div>
  );
}
