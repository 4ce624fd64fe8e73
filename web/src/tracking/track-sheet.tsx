import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { bookedServicesText } from '@curbwrench/contract/services/services-text';
import type { Tracking } from '@curbwrench/contract/tracking/schemas';
import { Link } from '@tanstack/react-router';
import { MessageSquareText, Phone } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { getFullName, getInitials } from '../lib/people.ts';
import { telephoneUrl } from '../lib/telephone.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { JourneyProgress } from './journey-progress.tsx';
import { JourneySteps } from './journey-steps.tsx';
import { useTracking } from './queries.ts';

interface TrackSheetProps {
  appointment: Appointment;
  onClose: () => void;
}

/** Shows when the mechanic will arrive, who and where they are, and the steps of the journey. */
export function TrackSheet({ appointment, onClose }: TrackSheetProps) {
  const query = useTracking(appointment.id);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Track Mechanic"
      description={`${displayId(appointment.id)} · ${bookedServicesText(appointment)}`}
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
  return (
    <div className="grid gap-5">
      <JourneyProgress journey={tracking} />
      <MechanicContact tracking={tracking} />
      <JourneySteps steps={tracking.steps} />
    </div>
  );
}

/** Shows the mechanic, and how to reach the office: a mechanic's own number is never shown. */
function MechanicContact({ tracking: { mechanic } }: { tracking: Tracking }) {
  const { name, phone } = useBusiness();
  return (
    <div className="grid gap-3">
      {mechanic && (
        <div className="flex min-w-0 items-center gap-3">
          <Avatar initials={getInitials(mechanic)} imageUrl={mechanic.profileImageUrl} size="lg" />
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">{getFullName(mechanic)}</p>
            <p className="text-sm text-ink-soft">Your mechanic</p>
          </div>
        </div>
      )}
      <div className="flex flex-wrap gap-3 *:max-sm:w-full">
        {phone !== null && (
          <a href={telephoneUrl(phone)} className={buttonClass()}>
            <Phone className="size-4 shrink-0" aria-hidden />
            Call {name}
          </a>
        )}
        <Link to={paths.chatSupport} className={buttonClass()}>
          <MessageSquareText className="size-4 shrink-0" aria-hidden />
          Message the office
        </Link>
      </div>
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
